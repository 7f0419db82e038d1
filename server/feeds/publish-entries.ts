import "server-only";
import { createHash } from "node:crypto";
import type { FeedEntry } from "#lib/view/calendar/feed-entries.ts";
import type { Published, PublishedEvents } from "./feed-record.ts";

/** An entry with what calendars need to notice its changes. */
export interface PublishedEntry extends FeedEntry {
  readonly sequence: number;
  readonly modifiedAt: number;
  readonly cancelled: boolean;
}

export interface Publication {
  readonly entries: readonly PublishedEntry[];
  readonly published: PublishedEvents;
}

/** For so long an event that is no more is sent as cancelled: programs keep what merely disappears. */
const cancelledShownMs = 60 * 86_400_000;

function digestOf(entry: FeedEntry): string {
  return createHash("sha256").update(JSON.stringify(entry)).digest("base64url").slice(0, 22);
}

/**
 * Compares what is to be said with what was said before: what is new or changed gets the next SEQUENCE, what is no more is
 * cancelled for 60 days. An event whose day has passed is not cancelled but dropped: it has happened, or its time is over.
 *
 * @param now epoch milliseconds, rounded down to a second, as the format has it
 */
export function publishEntries(entries: readonly FeedEntry[], before: PublishedEvents, now: number): Publication {
  const at = Math.floor(now / 1000) * 1000;
  const published: Record<string, Published> = {};
  const shown = entries.map((entry): PublishedEntry => {
    const known = Object.hasOwn(before, entry.id) ? before[entry.id] : undefined;
    const digest = digestOf(entry);
    const same = known !== undefined && known.digest === digest && known.cancelledAt === undefined;
    const { summary, startAt } = entry;
    const state = same
      ? known
      : { sequence: known === undefined ? 0 : known.sequence + 1, digest, modifiedAt: at, summary, startAt };
    published[entry.id] = state;
    return { ...entry, sequence: state.sequence, modifiedAt: state.modifiedAt, cancelled: false };
  });
  const gone = Object.entries(before).flatMap(([id, known]) => {
    if (Object.hasOwn(published, id)) return [];
    const cancelledAt = known.cancelledAt ?? at;
    if (at - cancelledAt > cancelledShownMs || (known.cancelledAt === undefined && known.startAt < at)) return [];
    const state =
      known.cancelledAt === undefined ? { ...known, sequence: known.sequence + 1, modifiedAt: at, cancelledAt } : known;
    published[id] = state;
    return [cancelledEntry(id, state)];
  });
  return { entries: [...shown, ...gone], published };
}

function cancelledEntry(id: string, { sequence, modifiedAt, summary, startAt }: Published): PublishedEntry {
  const description = "This does not come any more: the date or the cluster has changed.";
  return { id, startAt, summary, description, path: "/calendar", sequence, modifiedAt, cancelled: true };
}
