// For @hey-api/openapi-ts and orval.
export type {
  ComExampleGalleryDefsContainers as Containers,
  ComExampleGalleryDefsFormats as Formats,
  ComExampleGalleryDefsNullables as Nullables,
  ComExampleGalleryPicture as Picture,
  ComExampleGalleryDefsPlace as Place,
  ComExampleGalleryDefsPlaceTyped as PlaceVariant,
  ComExampleGalleryDefsScalars as Scalars,
  ComExampleGalleryDefsSize as Size,
  ComExampleGalleryDefsSizeTyped as SizeVariant,
  ComExampleGalleryDefsTree as Tree,
  ComExampleGalleryDefsUnions as Unions,
} from "./api";
