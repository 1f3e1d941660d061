// Uses the types that openapi-typescript makes of ../testdata/lexicons. Each
// wrong use must be an error.
import type { components, operations, paths } from "./api";

type Schemas = components["schemas"];

const size: Schemas["com.example.gallery.defs_size"] = { width: 3, height: 4 };
// @ts-expect-error height is missing
const flat: Schemas["com.example.gallery.defs_size"] = { width: 3 };

const picture: Schemas["com.example.gallery.picture"] = {
  $type: "com.example.gallery.picture",
  title: "Night",
  createdAt: "2026-01-02T03:04:05Z",
  place: null,
  scalars: { whole: 1, visible: true, answer: 42, quality: "low" },
  nullables: { text: null, union: null, number: null, list: [1], ref: size },
};
// @ts-expect-error another record
const settings: Schemas["com.example.gallery.picture"]["$type"] = "com.example.gallery.settings";

const closed: Schemas["com.example.gallery.defs_unions"]["closed"][] = [
  { $type: "com.example.gallery.defs#size", width: 3, height: 4 },
  picture,
  // @ts-expect-error the union is closed
  { $type: "com.example.gallery.defs#place" },
];
const open: Schemas["com.example.gallery.defs_unions"]["open"][] = [
  { $type: "com.example.gallery.defs#size", width: 3, height: 4 },
  { $type: "com.example.other" },
  // @ts-expect-error a variant has a $type
  {},
];

type List = operations["com.example.gallery.listPictures"];
const query: List["parameters"]["query"] = { owner: "did:example:one", tags: ["sea"], limit: 10, order: "desc" };
// @ts-expect-error no such order
const disorder: List["parameters"]["query"]["order"] = "sideways";
const page: List["responses"][200]["content"]["application/json"] = { pictures: [picture] };

type Put = paths["/xrpc/com.example.gallery.putPicture"]["post"];
const body: Put["requestBody"]["content"]["application/json"] = picture;
// @ts-expect-error it is a procedure
type Get = paths["/xrpc/com.example.gallery.putPicture"]["get"]["responses"];

export { body, closed, disorder, flat, open, page, query, settings };
export type { Get };
