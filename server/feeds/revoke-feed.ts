import "server-only";
import { text } from "#lib/language/text.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { Session } from "#server/identity/session.ts";
import { type FeedContext, requireFeedStorage } from "./feed-context.ts";
import { FeedStore } from "./feed-store.ts";

/** Deletes one of the caller's feeds, whose URL then returns 404. A feed of another user gives 404 too. */
export async function revokeFeed(context: FeedContext, session: Session, id: string): Promise<void> {
  const { name } = await context.reviews.identityOf(session.token);
  const store = new FeedStore(requireFeedStorage(context));
  const feed = await store.find(id);
  if (feed === undefined || feed.record.owner.name !== name) {
    throw new ProblemError("not-found", { detail: text("You have no such feed.") });
  }
  await store.remove(feed);
}
