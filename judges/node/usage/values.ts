// Builds ten values with the types of a code generator, which "./names" gives the
// same names for all generators. Each wrong use must be an error.
import type { Containers, Formats, Nullables, Picture, Place, PlaceVariant, Scalars, Size, SizeVariant, Tree, Unions } from "./names";

const did = "did:plc:abcdefghijklmnopqrstuvwx";
const link = { $link: "bafyreiclp443lavogvhj3d2ob2cxbfuscni2k5jk7bebjzg7khl3esabwq" };

export const size: Size = { width: 3, height: 4 };
// @ts-expect-error height is missing
export const flat: Size = { width: 3 };

export const place: Place = { room: "Hall" };

export const sizeVariant: SizeVariant = { $type: "com.example.gallery.defs#size", width: 3, height: 4 };
// @ts-expect-error a variant has a $type
export const untyped: SizeVariant = { width: 3, height: 4 };

export const placeVariant: PlaceVariant = { $type: "com.example.gallery.defs#place" };
// @ts-expect-error the $type of another variant
export const mistyped: PlaceVariant = { $type: "com.example.gallery.defs#size" };

export const scalars: Scalars = { whole: 1, visible: true, answer: 42, quality: "low", style: "watercolor" };
// @ts-expect-error not one of the values
export const quality: Scalars = { whole: 1, visible: true, quality: "medium" };

export const formats: Formats = { did, atUri: `at://${did}`, datetime: "2026-01-02T03:04:05Z", uri: "https://example.com" };
// @ts-expect-error a DID is a string
export const number: Formats = { did: 1 };

export const containers: Containers = {
  bytes: { $bytes: "AAECAw" },
  hash: { $bytes: "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8" },
  link,
  file: { $type: "blob", ref: link, mimeType: "image/png", size: 12345 },
  image: { $type: "blob", ref: link, mimeType: "image/png", size: 12345 },
  list: ["one"],
  grid: [[1], [2, 3]],
  anything: { some: ["thing"] },
  blank: { some: "thing" },
  inner: { deep: null },
};
// @ts-expect-error a link is an object
export const text: Containers = { link: "bafy" };

export const nullables: Nullables = { text: null, union: null, number: null, date: null, file: null, list: [1], ref: size };
// @ts-expect-error union is required
export const partial: Nullables = { text: null };

export const picture: Picture = {
  $type: "com.example.gallery.picture",
  title: "Night",
  createdAt: "2026-01-02T03:04:05Z",
  place: null,
  scalars,
  formats,
  containers,
  nullables,
};
// @ts-expect-error the $type of another record
export const settings: Picture = { $type: "com.example.gallery.settings", title: "Night", createdAt: "2026-01-02T03:04:05Z" };

export const unions: Unions = {
  open: sizeVariant,
  openOne: sizeVariant,
  closed: picture,
  closedOne: placeVariant,
  list: [sizeVariant, placeVariant],
  closedList: [placeVariant],
};
// @ts-expect-error the union is closed
export const closed: Unions = { closed: placeVariant };
// @ts-expect-error a variant has a $type
export const bare: Unions = { open: { room: "Hall" } };

export const tree: Tree = { children: [{}, { children: [] }] };
