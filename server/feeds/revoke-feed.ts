import "server-only";
import { text } from "#lib/language/text.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { Session } from "#server/identity/session.ts";
import { type FeedContext, requireOwnKeeping } from "./feed-context.ts";
import { FeedStore } from "./feed-store.ts";

/** Deletes one of the caller's feeds; its URL then returns 404, as do feeds of other users here. */
export async function revokeFeed(context: FeedContext, session: Session, id: string): Promise<void> {
  const { name } = await context.reviews.identityOf(session.token);
  const store = new FeedStore(requireOwnKeeping(context));
  const feed = await store.find(id);
  if (feed === undefined || feed.record.owner.name !== name) {
    throw new ProblemError("not-found", { detail: text("You have no such feed.") });
  }
  await store.remove(feed);
}
