// Builds schemas of @atproto/lex-schema from Lexicons, with the builder of
// @atproto/lex-document. What the builder does not read but lex-schema can check is added
// here. What lex-schema cannot check is left out, and noted while a value is validated.
import { LexiconSchemaBuilder } from "@atproto/lex-document";
import { l } from "@atproto/lex-schema";

// What lex-schema does not check, or not as the specification says. The schema and, where
// the text says so, the value decide whether a feature applies; the verdict never does.
const features = {
  // The data model has integers of 64 bits. JavaScript counts exactly up to 2^53 - 1, and
  // lex-schema refuses integers beyond that. A schema that lists such a number is reduced
  // to any integer, and such a value is not compared with limits.
  integer: "an integer beyond 2^53",
  // The format cid has up to 256 characters, as in the protocol's library in Go, but
  // lex-schema refuses more than 128.
  cid: "a CID of more than 128 characters",
  // The draft about spaces has this format, and lex-schema does not.
  space: "the format space-ref",
  // The same draft has AT URIs of spaces and of the records in them.
  spaceURI: "an AT URI of a space",
  // MIME types do not distinguish case, and a pattern is any prefix before "*". lex-schema
  // distinguishes case, and knows "*" only after a slash.
  accept: 'accept with capitals, or with "*" inside a word',
  // Any $type must be the name of a type, which does not end in #main. lex-schema takes
  // any other text as one more variant of an open union.
  open: "an unlisted $type in an open union",
};

const isBeyond = (n) => Number.isInteger(n) && !Number.isSafeInteger(n);
const isLongText = (text) => typeof text === "string" && text.length > 128;
const isSpace = (text) => typeof text === "string" && /^at:\/\/[^/]+\/space\//.test(text);
const always = () => true;
const anyInteger = l.custom(Number.isInteger, "is not an integer");
const withName = (ref) => (ref.includes("#") ? ref : `${ref}#main`);
const typeName = (ref) => ref.replace(/#main$/, "");

// Partly is a schema that leaves out a feature where it applies to a value.
class Partly extends l.Schema {
  constructor(note, feature, applies, rest, whole = rest, member = []) {
    super();
    Object.assign(this, { note, feature, applies, rest, whole, member });
  }

  validateInContext(value, context) {
    if (!this.applies(value)) return context.validate(value, this.whole);
    this.note(features[this.feature], context.concatPath(this.member));
    return context.validate(value, this.rest);
  }
}

export class SchemaBuilder extends LexiconSchemaBuilder {
  // Builds schemas of these Lexicons. They call note with a feature, and the path of the
  // place in a value where it is not checked.
  constructor(documents, note) {
    const byId = new Map(documents.map((document) => [document.id, document]));
    super({ get: async (id) => byId.get(id) ?? { id } });
    this.note = note;
  }

  // Returns the schema of a part of a definition; "" is all of it.
  async build(definition, part) {
    const [id, name] = definition.split("#");
    const document = await this.indexer.get(id);
    const { parameters, [part]: body } = document.defs[name];
    let schema;
    if (part === "params") schema = this.compileParams(document, parameters);
    else if (body && part !== "record") schema = this.compilePayloadSchema(document, body.schema);
    else schema = await this.buildFullRef(definition);
    await this.done();
    return schema;
  }

  compileDef(document, name) {
    // No value is made of a definition that is not loaded, but the builder wants a schema.
    if (!document.defs) return l.typedObject(document.id, name, l.object({}));
    // A record may have another name than main. The builder ignores the name.
    const definition = document.defs[name];
    if (definition?.type === "record" && name !== "main") {
      return l.record(definition.key, `${document.id}#${name}`, this.compileObject(document, definition.record));
    }
    return super.compileDef(document, name);
  }

  compileLeaf(document, schema) {
    const whole = (changes) => super.compileLeaf(document, { ...schema, ...changes });
    switch (schema.type) {
      // The builder does not take an object here, nor null anywhere.
      case "object":
        return this.compileObject(document, schema);
      case "null":
        return l.null();
      case "integer":
        if ([schema.const, schema.default, ...(schema.enum ?? [])].some(isBeyond)) {
          return new Partly(this.note, "integer", always, anyInteger);
        }
        return new Partly(this.note, "integer", isBeyond, anyInteger, whole());
      case "string":
        switch (schema.format) {
          case "cid":
            return new Partly(this.note, "cid", isLongText, whole({ format: undefined }), whole());
          case "space-ref":
            return new Partly(this.note, "space", always, whole({ format: undefined }));
          case "at-uri":
            return new Partly(this.note, "spaceURI", isSpace, whole({ format: undefined }), whole());
        }
        return whole();
      case "blob":
        if (!schema.accept?.some((pattern) => /[A-Z]|[^/]\*/.test(pattern))) return whole();
        return new Partly(this.note, "accept", always, whole({ accept: undefined }), undefined, "mimeType");
    }
    return whole();
  }

  compileRef(document, schema) {
    // The builder wants references with #main.
    if (schema.type === "ref") return super.compileRef(document, { ...schema, ref: withName(schema.ref) });
    const whole = super.compileRef(document, { ...schema, refs: schema.refs.map(withName) });
    if (schema.closed) return whole;
    const listed = schema.refs.map((ref) => typeName(ref.startsWith("#") ? document.id + ref : ref));
    const isOther = (value) => typeof value?.$type === "string" && !listed.includes(value.$type);
    return new Partly(this.note, "open", isOther, whole, whole, "$type");
  }
}
