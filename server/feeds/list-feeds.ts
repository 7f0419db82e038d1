import "server-only";
import { type CalendarFeeds, calendarFeedsSchema } from "#lib/contract/feeds.ts";
import { text } from "#lib/language/text.ts";
import type { Session } from "#server/identity/session.ts";
import { describeStorageError } from "#server/storage/own-keeping.ts";
import type { FeedContext } from "./feed-context.ts";
import { toDisplayedFeed } from "./feed-record.ts";
import { FeedStore } from "./feed-store.ts";

/** The caller's own feeds, newest first, or the reason why feeds are unavailable. */
export async function listFeeds(context: FeedContext, session: Session, signal: AbortSignal): Promise<CalendarFeeds> {
  const { ownKeeping } = context;
  if (ownKeeping === undefined) {
    return calendarFeedsSchema.parse({
      feeds: [],
      unavailable: text("Almanac has no credential of its own in this garden."),
    });
  }
  const { name } = await context.reviews.identityOf(session.token);
  try {
    const stored = await new FeedStore(ownKeeping).listOf(name, signal);
    const feeds = stored.map(({ record }) => toDisplayedFeed(record));
    return calendarFeedsSchema.parse({ feeds: feeds.sort((a, b) => (a.createdAt > b.createdAt ? -1 : 1)) });
  } catch (error) {
    return calendarFeedsSchema.parse({ feeds: [], unavailable: describeStorageError(error, ownKeeping) });
  }
}
