// Uses the functions that @hey-api/openapi-ts makes.
import { comExampleGalleryListPictures, comExampleGalleryUploadFile } from "./api";

export async function titles(): Promise<string[]> {
  const { data } = await comExampleGalleryListPictures({ query: { owner: "did:example:one", tags: ["sea"] } });
  return data?.pictures.map((picture) => picture.title) ?? [];
}

export const upload = (file: File) => comExampleGalleryUploadFile({ body: file });
// @ts-expect-error tags are required
export const untagged = () => comExampleGalleryListPictures({ query: { owner: "did:example:one" } });
