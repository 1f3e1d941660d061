import type { components } from "./api";

type Schemas = components["schemas"];
export type Containers = Schemas["com.example.gallery.defs_containers"];
export type Formats = Schemas["com.example.gallery.defs_formats"];
export type Nullables = Schemas["com.example.gallery.defs_nullables"];
export type Picture = Schemas["com.example.gallery.picture"];
export type Place = Schemas["com.example.gallery.defs_place"];
export type PlaceVariant = Schemas["com.example.gallery.defs_place__typed"];
export type Scalars = Schemas["com.example.gallery.defs_scalars"];
export type Size = Schemas["com.example.gallery.defs_size"];
export type SizeVariant = Schemas["com.example.gallery.defs_size__typed"];
export type Tree = Schemas["com.example.gallery.defs_tree"];
export type Unions = Schemas["com.example.gallery.defs_unions"];
