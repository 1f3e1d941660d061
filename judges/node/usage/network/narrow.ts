// What the types of --style codegen allow: $type tells the variants apart.
import type { Post } from "./names";
import { external, images, post } from "./values";

export function describe(embed: NonNullable<Post["embed"]>): string {
  // @ts-expect-error not all embeds have images
  embed.images.length.toFixed();
  switch (embed.$type) {
    case "app.bsky.embed.images":
      return embed.images.map((image) => image.alt).join();
    case "app.bsky.embed.external":
      return embed.external.title;
    case "app.bsky.embed.record":
      return embed.record.uri;
    case "app.bsky.embed.recordWithMedia":
      return embed.media.$type === "app.bsky.embed.external" ? embed.media.external.uri : embed.record.record.cid;
    case "app.bsky.embed.video":
      return embed.video.mimeType;
    default:
      // @ts-expect-error a gallery has no video
      embed.video.mimeType.trim();
      return embed.$type;
  }
}
export const described = [images, external].map(describe);
// @ts-expect-error the union is closed now
export const unlisted: Post = { ...post, embed: { $type: "com.example.poll" } };
