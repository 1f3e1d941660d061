// Uses the functions that orval makes.
import { comExampleGalleryListPictures, comExampleGalleryUploadFile } from "./api";

export async function titles(): Promise<string[]> {
  const response = await comExampleGalleryListPictures({ owner: "did:example:one", tags: ["sea"] });
  return response.status === 200 ? response.data.pictures.map((picture) => picture.title) : [];
}

export const upload = (file: Blob) => comExampleGalleryUploadFile(file);
// @ts-expect-error tags are required
export const untagged = () => comExampleGalleryListPictures({ owner: "did:example:one" });
