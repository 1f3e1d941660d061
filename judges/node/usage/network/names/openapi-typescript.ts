import type { components } from "./api";

type Schemas = components["schemas"];
export type ApplyWrites = Schemas["com.atproto.repo.applyWrites__input"];
export type BlobRef = Schemas["blob-ref"];
export type ExternalVariant = Schemas["app.bsky.embed.external__typed"];
export type Facet = Schemas["app.bsky.richtext.facet"];
export type ImagesVariant = Schemas["app.bsky.embed.images__typed"];
export type Label = Schemas["com.atproto.label.defs_label"];
export type MentionRuleVariant = Schemas["app.bsky.feed.threadgate_mentionRule__typed"];
export type NotFoundVariant = Schemas["app.bsky.feed.defs_notFoundPost__typed"];
export type Post = Schemas["app.bsky.feed.post"];
export type Profile = Schemas["app.bsky.actor.profile"];
export type SelfLabelsVariant = Schemas["com.atproto.label.defs_selfLabels__typed"];
export type StrongRef = Schemas["com.atproto.repo.strongRef"];
export type Threadgate = Schemas["app.bsky.feed.threadgate"];
export type ThreadViewPost = Schemas["app.bsky.feed.defs_threadViewPost"];
