// What the types of --style codegen allow: $type tells the variants apart.
import type { Unions } from "./names";
import { picture, placeVariant, sizeVariant } from "./values";

export function describe(value: NonNullable<Unions["open"]>): string {
  // @ts-expect-error not all variants have a width
  value.width.toFixed();
  switch (value.$type) {
    case "com.example.gallery.defs#size":
      return `${value.width + value.height}`;
    case "com.example.gallery.defs#place":
      return value.room ?? "nowhere";
    case "com.example.gallery.picture":
      // @ts-expect-error a picture has no width
      value.width.toFixed();
      return value.title;
    default: {
      const none: never = value;
      return none;
    }
  }
}

export function only(list: NonNullable<Unions["list"]>): number[] {
  return list.map((item) => (item.$type === "com.example.gallery.defs#size" ? item.width : 0));
}

// @ts-expect-error the union is closed now
export const unlisted: Unions = { open: { $type: "com.example.other" } };

export const described = [sizeVariant, placeVariant, picture].map(describe);
