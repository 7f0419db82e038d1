import "server-only";
import { ProblemError } from "../boundary/problem.ts";
import { GardenError } from "../garden/garden-error.ts";
import { calendarGround } from "./calendar-ground.ts";
import { calendarResponse } from "./calendar-response.ts";
import { type FeedContext, keepingOf } from "./feed-context.ts";
import { feedEntries } from "./feed-entries.ts";
import type { FeedRecord, PublishedEvents, StoredFeed } from "./feed-record.ts";
import type { FeedStore } from "./feed-store.ts";
import { isSecretOf, parseFeedToken } from "./feed-token.ts";
import { feedViewer } from "./feed-viewer.ts";
import { type PublishedEntry, publishEntries } from "./publish-entries.ts";
import { writeCalendar } from "./write-calendar.ts";

/** A fetch is noted so often at most: programs that ask every minute must not write every minute. */
const notedEveryMs = 5 * 60_000;

const gone = () => new ProblemError("not-found", { detail: "There is no such feed, or it was revoked." });

/**
 * Answers a calendar program that has nothing but the secret address. The rights of whoever made the feed are asked about
 * anew; without any, the answer is that of a feed that does not exist.
 */
export async function serveFeed(context: FeedContext, request: Request, segment: string): Promise<Response> {
  const token = parseFeedToken(segment);
  if (token === undefined) throw gone();
  const { store } = keepingOf(context);
  const stored = await store.find(token.id, request.signal);
  if (stored === undefined || !isSecretOf(token.secret, stored.record.secretHash)) throw gone();
  const { record } = stored;
  const retryAfterSeconds = context.limits.take("calendar", `feed ${record.id}`);
  if (retryAfterSeconds > 0) throw new ProblemError("too-many-requests", { retryAfterSeconds });
  const viewer = await feedViewer(context, record.owner);
  if (!viewer.scope.all && viewer.scope.namespaces.size === 0) throw gone();
  // A fleet that is still being read would cancel every event.
  if (!context.fleet.isSettled()) throw new ProblemError("not-ready", { retryAfterSeconds: 30 });
  const { entries, leftOut, unshown } = feedEntries(await calendarGround(context, viewer, record.query));
  const publication = publishEntries(entries, { before: record.published, unshown, now: context.now() });
  await keep(context, store, { stored, published: publication.published });
  const file = writeCalendar({
    name: record.name,
    description: [`Almanac, view ${record.query || "of everything"}.`, ...leftOut].join(" "),
    alarms: record.alarms,
    entries: publication.entries,
    origin: context.publicOrigin,
  });
  return calendarResponse(request, { file, modifiedAt: lastChange(publication.entries, record) });
}

function lastChange(entries: readonly PublishedEntry[], { createdAt }: FeedRecord): number {
  return entries.reduce((last, { modifiedAt }) => Math.max(last, modifiedAt), Date.parse(createdAt));
}

interface Keeping {
  readonly stored: StoredFeed;
  readonly published: PublishedEvents;
}

async function keep(context: FeedContext, store: FeedStore, { stored, published }: Keeping): Promise<void> {
  const { record } = stored;
  const now = context.now();
  const isNoted = now - Date.parse(record.lastFetchedAt ?? "") < notedEveryMs;
  if (context.readOnly || (isNoted && JSON.stringify(published) === JSON.stringify(record.published))) return;
  try {
    await store.update(stored, { ...record, published, lastFetchedAt: new Date(now).toISOString() });
  } catch (error) {
    // Another fetch wrote the same at the same time, or the garden is busy: the next fetch will note it.
    if (!(error instanceof GardenError)) throw error;
    context.log.warn({ feed: record.id, reason: error.reason }, "a fetch of a feed could not be noted");
  }
}
