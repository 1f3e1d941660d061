// What the types of --style sound allow: variants that a union does not list.
import type { Post } from "./names";
import { post } from "./values";

export const unlisted: Post = { ...post, embed: { $type: "com.example.poll" } };
