import "server-only";
import { dayMs } from "#lib/kube/time-units.ts";
import { isLanguage, sourceLanguage } from "#lib/language/languages.ts";
import { text } from "#lib/language/text.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { GardenError } from "#server/garden/garden-error.ts";
import { runInLanguage } from "#server/language/run-in-language.ts";
import { runInTimeSlices } from "#server/processor-time/time-slices.ts";
import { calendarResponse } from "./calendar-response.ts";
import { type FeedContext, requireFeedStorage } from "./feed-context.ts";
import { feedEntriesTask } from "./feed-entries.ts";
import type { FeedRecord, PublishedEvents, StoredFeed } from "./feed-record.ts";
import { FeedStore } from "./feed-store.ts";
import { isSecretOf, parseFeedToken } from "./feed-token.ts";
import { type PublishedEntry, publishEntries } from "./publish-entries.ts";
import { readCalendarInput } from "./read-calendar-input.ts";
import { readFeedPermissions } from "./read-feed-permissions.ts";
import { writeCalendar } from "./write-calendar.ts";

/** Minimum interval between recorded fetches: a program that polls every minute must not cause a write every minute. */
const notedEveryMs = 5 * 60_000;

const gone = () => new ProblemError("not-found", { detail: text("There is no such feed, or it was revoked.") });

/** Answers 503 while it is unknown whether events are gone or only unreadable, so that calendar programs keep them. */
const unsure = () =>
  new ProblemError("not-ready", {
    detail: text("The garden shows so little that nobody can tell whether events are gone. Keep them, and ask again."),
    retryAfterSeconds: 30,
  });

/**
 * Serves a calendar program that has only the secret URL. The permissions of the feed's creator are checked again; if
 * the creator can no longer see any cluster, the response is 404.
 */
export async function serveFeed(context: FeedContext, request: Request, segment: string): Promise<Response> {
  const token = parseFeedToken(segment);
  if (token === undefined) throw gone();
  const store = new FeedStore(requireFeedStorage(context));
  const stored = await store.find(token.id, request.signal);
  if (stored === undefined || !isSecretOf(token.secret, stored.record.secretHash)) throw gone();
  const { language } = stored.record;
  return runInLanguage(isLanguage(language) ? language : sourceLanguage, () =>
    answerFeed(context, request, { store, stored }),
  );
}

interface FoundFeed {
  readonly store: FeedStore;
  readonly stored: StoredFeed;
}

async function answerFeed(context: FeedContext, request: Request, { store, stored }: FoundFeed): Promise<Response> {
  const { record } = stored;
  const retryAfterSeconds = context.limits.take("calendar", `feed ${record.id}`);
  if (retryAfterSeconds > 0)
    throw new ProblemError("too-many-requests", { retryAfterSeconds }, { rule: "limit-calendar" });
  // While Shoots are still being read, every event would be missing and therefore cancelled.
  context.fleet.requireRead();
  const viewer = await readFeedPermissions(context, record.owner);
  const sure = context.fleet.knowsWhatIsGone();
  if (!viewer.scope.all && viewer.scope.namespaces.size === 0) throw sure ? gone() : unsure();
  const notLive = context.fleet.notLive();
  const holdBack = !sure || notLive.length > 0;
  const make = async () => runInTimeSlices(feedEntriesTask(await readCalendarInput(context, viewer, record.query)));
  const made = await context.charged(context.personOf(record.owner.name), "export", make, request.signal);
  const { entries, leftOut, unshown } = made;
  const now = changeTimeOf(context);
  const publish = ({ published: before }: FeedRecord) => publishEntries(entries, { before, unshown, holdBack, now });
  let publication = publish(record);
  // Calendar programs delete events that are missing from the file.
  if (publication.heldBack > 0 && !sure) throw unsure();
  const outcome = await keep(context, { store, stored }, publication.published);
  if (outcome === "overtaken") {
    // Another replica published at the same moment: use the state that it stored.
    const winner = await store.find(record.id, request.signal);
    if (winner !== undefined) publication = publish(winner.record);
  }
  const file = writeCalendar({
    name: record.name,
    description: [viewLabel(record.query), ...notLive, ...context.fleet.caveats(), ...leftOut].join(" "),
    alarms: record.alarms,
    entries: publication.entries,
    origin: context.gardenUrl,
  });
  return calendarResponse(request, { file, modifiedAt: lastChange(publication.entries, record) });
}

function viewLabel(query: string): string {
  return query === "" ? text("Almanac, view of everything.") : text("Almanac, view {query}.", { query });
}

function lastChange(entries: readonly PublishedEntry[], { createdAt }: FeedRecord): number {
  return entries.reduce((last, { modifiedAt }) => Math.max(last, modifiedAt), Date.parse(createdAt));
}

/** When the calendar changed. Read-only mode stores nothing, so every fetch finds all events new: rounded to a day. */
function changeTimeOf({ readOnly, now }: FeedContext): number {
  return readOnly ? Math.floor(now() / dayMs) * dayMs : now();
}

type Kept = "kept" | "overtaken" | "not-kept";

async function keep(context: FeedContext, { store, stored }: FoundFeed, published: PublishedEvents): Promise<Kept> {
  const { record } = stored;
  const now = context.now();
  const isNoted = now - Date.parse(record.lastFetchedAt ?? "") < notedEveryMs;
  if (context.readOnly || (isNoted && JSON.stringify(published) === JSON.stringify(record.published))) return "kept";
  try {
    await store.update(stored, { ...record, published, lastFetchedAt: new Date(now).toISOString() });
    return "kept";
  } catch (error) {
    if (!(error instanceof GardenError)) throw error;
    if (error.reason === "conflict") return "overtaken";
    // The API server may be busy; the next fetch will record the publication.
    context.log.warn({ feed: record.id, reason: error.reason }, "a fetch of a feed could not be noted");
    return "not-kept";
  }
}
