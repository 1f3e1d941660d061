// For @hey-api/openapi-ts and orval.
export type {
  ComAtprotoRepoApplyWritesInput as ApplyWrites,
  BlobRef,
  AppBskyEmbedExternalTyped as ExternalVariant,
  AppBskyRichtextFacet as Facet,
  AppBskyEmbedImagesTyped as ImagesVariant,
  ComAtprotoLabelDefsLabel as Label,
  AppBskyFeedThreadgateMentionRuleTyped as MentionRuleVariant,
  AppBskyFeedDefsNotFoundPostTyped as NotFoundVariant,
  AppBskyFeedPost as Post,
  AppBskyActorProfile as Profile,
  ComAtprotoLabelDefsSelfLabelsTyped as SelfLabelsVariant,
  ComAtprotoRepoStrongRef as StrongRef,
  AppBskyFeedThreadgate as Threadgate,
  AppBskyFeedDefsThreadViewPost as ThreadViewPost,
} from "./api";
