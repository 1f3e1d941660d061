// For json-schema-to-typescript.
export type {
  ComAtprotoRepoApplyWrites_Input as ApplyWrites,
  BlobRef,
  AppBskyEmbedExternal_Typed as ExternalVariant,
  AppBskyRichtextFacet as Facet,
  AppBskyEmbedImages_Typed as ImagesVariant,
  ComAtprotoLabelDefsLabel as Label,
  AppBskyFeedThreadgateMentionRule_Typed as MentionRuleVariant,
  AppBskyFeedDefsNotFoundPost_Typed as NotFoundVariant,
  AppBskyFeedPost as Post,
  AppBskyActorProfile as Profile,
  ComAtprotoLabelDefsSelfLabels_Typed as SelfLabelsVariant,
  ComAtprotoRepoStrongRef as StrongRef,
  AppBskyFeedThreadgate as Threadgate,
  AppBskyFeedDefsThreadViewPost as ThreadViewPost,
} from "./api";
