package validate_test

import (
	"strings"
	"testing"

	"github.com/ipfs/go-cid"
	"github.com/multiformats/go-multibase"

	"github.com/lexsmith/lexsmith/internal/testkit/generate"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// TestBlobs has blobs in JSON and CBOR, under both profiles, of a schema, in an unknown and
// in a field that no schema has.
func TestBlobs(t *testing.T) {
	const raw, record = "bafkreiccldh766hwcnuxnf2wh6jgzepf2nlu2lvcllt63eww5p6chi4ity", "bafyreiccldh766hwcnuxnf2wh6jgzepf2nlu2lvcllt63eww5p6chi4ity"
	otherBase := func(text string) string {
		id, err := cid.Decode(text)
		if err != nil {
			t.Fatal(err)
		}
		text, err = id.StringOfBase(multibase.Base58BTC)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	files := map[string]string{"one.json": `{"lexicon": 1, "id": "com.example.one", "defs": {"main": {"type": "object", "properties": {
		"any": {"type": "blob"}, "image": {"type": "blob", "accept": ["image/*"]}, "none": {"type": "blob", "accept": []}, "list": {"type": "array", "items": {"type": "unknown"}}}}}}`}
	const (
		codec = ` data-model /ref: "ref" must be a link to raw bytes, but has the CID of a record (codec dag-cbor)`
		mime  = ` data-model /mimeType: "mimeType" must have the form type/subtype`
	)
	v1, atproto := diag.ProfileV1.String(), diag.ProfileATProto.String()
	for _, profile := range []diag.Profile{diag.ProfileV1, diag.ProfileATProto} {
		v := validator(t, validate.Compile(generate.Catalog(files, profile), validate.Options{Profile: profile, Legacy: true}), "com.example.one", "")
		for _, test := range []struct{ ref, mime, want string }{
			{raw, "image/png", ""},
			{otherBase(raw), "image/png", ""},
			{record, "image/png", v1 + codec + ";" + atproto + codec},
			{otherBase(record), "image/png", v1 + codec + ";" + atproto + codec},
			{raw, "*/*", v1 + mime},
			{raw, "*/*;q=1", v1 + mime + ";" + atproto + mime},
			{raw, "image/*", v1 + mime + ";" + atproto + mime},
		} {
			for _, field := range []string{"any", "image", "none", "extra", "list"} {
				if field == "none" && test.mime == "image/png" || field == "list" && profile == diag.ProfileATProto {
					continue // accept, and no blob in an unknown
				}
				blob := `{"$type": "blob", "ref": {"$link": "` + test.ref + `"}, "mimeType": "` + test.mime + `", "size": 1}`
				if field == "list" {
					blob = "[" + blob + "]"
				}
				text := []byte(`{"` + field + `": ` + blob + `}`)
				inputs := []validate.Input{{Text: text}}
				if tape := (datamodel.Tape{AnyMIME: true}); tape.ReadJSON(text) && tape.Conforms() {
					inputs = append(inputs, validate.Input{Text: tape.AppendCBOR(nil, 0, ""), Encoding: validate.CBOR})
				}
				want := ""
				for _, fault := range strings.Split(test.want, ";") {
					if of, is := strings.CutPrefix(fault, profile.String()+" "); is {
						want = of
					}
				}
				for _, in := range inputs {
					got := ""
					for _, f := range v.Check(in).Findings {
						got += f.Rule.Code + " " + strings.TrimPrefix(strings.TrimPrefix(f.Pointer, "/"+field), "/0") + ": " + strings.ReplaceAll(f.Message, field+"[0].", "")
					}
					if !strings.HasPrefix(got, want) || want == "" && got != "" {
						t.Errorf("%s, %s %s in %q (CBOR: %t):\ngot  %s\nwant %s", profile, test.ref, test.mime, field, in.Encoding == validate.CBOR, got, want)
					}
				}
			}
		}
		legacy := []byte(`{"image": {"cid": "` + raw + `", "mimeType": "*/*"}}`)
		if got := v.Check(validate.Input{Text: legacy}).Valid(); got != (profile == diag.ProfileATProto) {
			t.Errorf("%s: a legacy blob of unknown type is valid: %t", profile, got)
		}
	}
}

// A record in CBOR whose blob refers to a record is refused too.
func TestBlobCodecInCBOR(t *testing.T) {
	tape := datamodel.Tape{}
	if !tape.ReadJSON([]byte(`{"a": {"$type": "blob", "ref": {"$link": "bafkreiccldh766hwcnuxnf2wh6jgzepf2nlu2lvcllt63eww5p6chi4ity"}, "mimeType": "a/b", "size": 1}}`)) {
		t.Fatal("unreadable")
	}
	data := tape.AppendCBOR(nil, 0, "")
	changed := []byte(strings.Replace(string(data), "\x00\x01\x55\x12\x20", "\x00\x01\x71\x12\x20", 1))
	var inCBOR datamodel.Tape
	if err := inCBOR.ReadCBOR(data); err != nil || !inCBOR.Conforms() {
		t.Errorf("codec raw: %v, %v", err, inCBOR.Violations())
	}
	if err := inCBOR.ReadCBOR(changed); err != nil || len(inCBOR.Violations()) != 1 || inCBOR.Violations()[0].Kind != datamodel.BlobCodec {
		t.Errorf("codec dag-cbor: %v, %v", err, inCBOR.Violations())
	}
}
