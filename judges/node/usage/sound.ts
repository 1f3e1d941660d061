// What the types of --style sound allow: variants that a union does not list.
import type { Unions } from "./names";

export const unlisted: Unions = { open: { $type: "com.example.other" }, list: [{ $type: "com.example.other#thing" }] };
// @ts-expect-error a variant has a $type
export const untyped: Unions = { open: {} };
