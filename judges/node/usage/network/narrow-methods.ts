// What the types of --style codegen allow in bodies of methods.
import type { ApplyWrites, ThreadViewPost } from "./names";
import { thread, writes } from "./methods";

export function depth(thread: ThreadViewPost): number {
  return thread.parent?.$type === "app.bsky.feed.defs#threadViewPost" ? 1 + depth(thread.parent) : 0;
}
export const levels = depth(thread);

export const created = (input: ApplyWrites) =>
  input.writes.flatMap((write) => (write.$type === "com.atproto.repo.applyWrites#create" ? [write.value] : []));
export const values = created(writes);
