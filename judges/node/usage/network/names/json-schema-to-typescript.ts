// For json-schema-to-typescript.
export type {
  BlobRef,
  AppBskyEmbedExternal_Typed as ExternalVariant,
  AppBskyRichtextFacet as Facet,
  AppBskyEmbedImages_Typed as ImagesVariant,
  AppBskyFeedThreadgateMentionRule_Typed as MentionRuleVariant,
  AppBskyFeedPost as Post,
  AppBskyActorProfile as Profile,
  ComAtprotoLabelDefsSelfLabels_Typed as SelfLabelsVariant,
  ComAtprotoRepoStrongRef as StrongRef,
  AppBskyFeedThreadgate as Threadgate,
} from "./api";
