// Builds bodies of methods.
import type { ApplyWrites, Label, NotFoundVariant, ThreadViewPost } from "./names";
import { cid, createdAt, did, post, uri } from "./values";

export const missing: NotFoundVariant = { $type: "app.bsky.feed.defs#notFoundPost", uri, notFound: true };
export const thread: ThreadViewPost = {
  post: { uri, cid, author: { did, handle: "ada.example.com" }, record: { ...post }, indexedAt: createdAt },
  parent: missing,
  replies: [missing],
};

export const label: Label = { src: did, uri, val: "spam", cts: createdAt, sig: { $bytes: "AAECAw" } };

// A closed union.
export const writes: ApplyWrites = {
  repo: did,
  writes: [
    { $type: "com.atproto.repo.applyWrites#create", collection: "app.bsky.feed.post", value: { ...post } },
    { $type: "com.atproto.repo.applyWrites#delete", collection: "app.bsky.feed.post", rkey: "3jzfcijpj2z2a" },
  ],
};
// @ts-expect-error the union is closed
export const moved: ApplyWrites = { repo: did, writes: [{ $type: "com.example.move", collection: "app.bsky.feed.post" }] };
