// Uses the operations and paths that openapi-typescript makes. Each wrong use must
// be an error.
import type { operations, paths } from "./api";
import { picture } from "./values";

type List = operations["com.example.gallery.listPictures"];
export const query: List["parameters"]["query"] = { owner: "did:example:one", tags: ["sea"], limit: 10, order: "desc" };
// @ts-expect-error no such order
export const disorder: List["parameters"]["query"]["order"] = "sideways";
export const page: List["responses"][200]["content"]["application/json"] = { pictures: [picture] };

type Put = paths["/xrpc/com.example.gallery.putPicture"]["post"];
export const body: Put["requestBody"]["content"]["application/json"] = picture;
// @ts-expect-error it is a procedure
export type Get = paths["/xrpc/com.example.gallery.putPicture"]["get"]["responses"];

type Upload = paths["/xrpc/com.example.gallery.uploadFile"]["post"];
export const file: Upload["requestBody"]["content"]["application/octet-stream"] = "bytes";
