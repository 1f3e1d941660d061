// Builds ten values of the official Lexicons, records and what they refer to, with the
// types of a code generator, which "./names" gives the same names for all generators. Each
// wrong use must be an error.
import type {
  BlobRef, ExternalVariant, Facet, ImagesVariant, MentionRuleVariant, Post, Profile, SelfLabelsVariant, StrongRef, Threadgate,
} from "./names";

export const did = "did:plc:abcdefghijklmnopqrstuvwx";
export const uri = `at://${did}/app.bsky.feed.post/3jzfcijpj2z2a`;
export const cid = "bafyreiclp443lavogvhj3d2ob2cxbfuscni2k5jk7bebjzg7khl3esabwq";
export const createdAt = "2026-01-02T03:04:05Z";

export const blob: BlobRef = { $type: "blob", ref: { $link: cid }, mimeType: "image/png", size: 12345 };
// @ts-expect-error a blob has a size
export const sizeless: BlobRef = { $type: "blob", ref: { $link: cid }, mimeType: "image/png" };

export const images: ImagesVariant = { $type: "app.bsky.embed.images", images: [{ image: blob, alt: "A lake" }] };
// @ts-expect-error a variant has a $type
export const untyped: ImagesVariant = { images: [{ image: blob, alt: "A lake" }] };

export const external: ExternalVariant = {
  $type: "app.bsky.embed.external",
  external: { uri: "https://example.com", title: "Example", description: "", thumb: blob },
};

export const ref: StrongRef = { uri, cid };

export const facet: Facet = {
  index: { byteStart: 0, byteEnd: 5 },
  features: [{ $type: "app.bsky.richtext.facet#mention", did }, { $type: "app.bsky.richtext.facet#tag", tag: "lake" }],
};

export const labels: SelfLabelsVariant = { $type: "com.atproto.label.defs#selfLabels", values: [{ val: "spoiler" }] };

export const post: Post = {
  $type: "app.bsky.feed.post",
  text: "Hello",
  facets: [facet],
  reply: { root: ref, parent: ref },
  embed: images,
  labels,
  langs: ["en", "pt-BR"],
  createdAt,
};
// @ts-expect-error the $type of another record
export const like: Post = { $type: "app.bsky.feed.like", text: "Hello", createdAt };
// @ts-expect-error an embed has a $type
export const bare: Post = { $type: "app.bsky.feed.post", text: "Hello", createdAt, embed: { external: { uri: "https://example.com" } } };

export const profile: Profile = { $type: "app.bsky.actor.profile", displayName: "Ada", avatar: blob, pinnedPost: ref };

// An object without properties.
export const mentioned: MentionRuleVariant = { $type: "app.bsky.feed.threadgate#mentionRule" };
export const threadgate: Threadgate = { $type: "app.bsky.feed.threadgate", post: uri, allow: [mentioned], createdAt };
