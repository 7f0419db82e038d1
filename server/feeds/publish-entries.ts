import "server-only";
import { createHash } from "node:crypto";
import { dayMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import type { FeedEntry } from "./feed-entry.ts";
import type { PublishedEventState, PublishedEvents } from "./feed-record.ts";

/** A calendar entry with SEQUENCE and modification time, by which calendar programs detect changes. */
export interface PublishedEntry extends FeedEntry {
  readonly sequence: number;
  readonly modifiedAt: number;
  readonly cancelled: boolean;
}

export interface CalendarPublication {
  readonly entries: readonly PublishedEntry[];
  readonly published: PublishedEvents;
  /** Number of events that were not cancelled, because they may only be unreadable at the moment. */
  readonly heldBack: number;
}

/** How long a removed event is published as cancelled: calendar programs keep events that disappear from the file. */
const cancelledShownMs = 60 * dayMs;

/** Maximum of cancelled events per feed; the latest remain, so that the stored state fits into one ConfigMap. */
const mostCancelled = 300;

function digestOf(entry: FeedEntry): string {
  return createHash("sha256").update(JSON.stringify(entry)).digest("base64url").slice(0, 22);
}

/** Hashes an id that contains a project name or text, since calendars keep ids when users have lost access. */
function plainId(id: string): string {
  if (/^[A-Za-z0-9.+-]+$/.test(id)) return id;
  return `h.${createHash("sha256").update(id).digest("hex").slice(0, 32)}`;
}

/** Returns an event's former id if it was published under that: a new id would cancel the event and add it again. */
function knownId(
  given: string,
  formerId: string | undefined,
  { before, published }: { readonly before: PublishedEvents; readonly published: PublishedEvents },
): string {
  const [id, former] = [plainId(given), plainId(formerId ?? given)];
  const isFormer = Object.hasOwn(before, former) && !Object.hasOwn(before, id) && !Object.hasOwn(published, former);
  return isFormer ? former : id;
}

function overAtOf({ startAt, endAt, repeatsDaily }: FeedEntry): { readonly overAt?: number } {
  return repeatsDaily ? {} : { overAt: endAt ?? startAt + dayMs };
}

export interface CalendarPublicationInput {
  readonly before: PublishedEvents;
  /** Ids of events that still exist but were left out for lack of room. */
  readonly unshown: readonly string[];
  /** Whether no event is cancelled, because the data is not live and missing events may only be unreadable. */
  readonly holdBack: boolean;
  /** Epoch milliseconds; rounded down to a second, as iCalendar requires. */
  readonly now: number;
}

/**
 * Compares the entries with the last publication: new and changed ones get the next SEQUENCE, removed ones are
 * published as cancelled for 60 days. Past events are dropped without a cancellation.
 */
export function publishEntries(
  entries: readonly FeedEntry[],
  { before, unshown, holdBack, now }: CalendarPublicationInput,
): CalendarPublication {
  const at = Math.floor(now / 1000) * 1000;
  const published: Record<string, PublishedEventState> = {};
  const shown = entries.map(({ formerId, ...given }): PublishedEntry => {
    const id = knownId(given.id, formerId, { before, published });
    const known = Object.hasOwn(before, id) ? before[id] : undefined;
    const entry = { ...given, id, startAt: given.undated ? (known?.startAt ?? given.startAt) : given.startAt };
    const digest = digestOf(entry);
    const same = known !== undefined && known.digest === digest && known.cancelledAt === undefined;
    const sequence = known === undefined ? 0 : known.sequence + 1;
    const state = same ? known : { sequence, digest, modifiedAt: at, startAt: entry.startAt, ...overAtOf(entry) };
    published[entry.id] = state;
    return { ...entry, sequence: state.sequence, modifiedAt: state.modifiedAt, cancelled: false };
  });
  for (const id of unshown.map(plainId)) {
    const known = before[id];
    if (Object.hasOwn(before, id) && known !== undefined && !Object.hasOwn(published, id)) published[id] = known;
  }
  const missing = Object.entries(before).flatMap(([id, known]) =>
    Object.hasOwn(published, id) ? [] : (cancelled(id, known, at) ?? []),
  );
  const held = holdBack ? missing.filter(({ known }) => known.cancelledAt === undefined) : [];
  for (const { id, known } of held) published[id] = known;
  const gone = missing
    .filter(({ id }) => !Object.hasOwn(published, id))
    .sort((a, b) => b.state.modifiedAt - a.state.modifiedAt)
    .slice(0, mostCancelled);
  for (const { id, state } of gone) published[id] = state;
  return { entries: [...shown, ...gone.map(cancelledEntry)], published, heldBack: held.length };
}

interface Cancelled {
  readonly id: string;
  readonly known: PublishedEventState;
  readonly state: PublishedEventState;
}

/** State of a removed event as cancelled; undefined for past events, and for events cancelled more than 60 days ago. */
function cancelled(id: string, known: PublishedEventState, at: number): Cancelled | undefined {
  if (known.cancelledAt !== undefined) {
    return at - known.cancelledAt > cancelledShownMs ? undefined : { id, known, state: known };
  }
  if (known.overAt !== undefined && known.overAt < at) return undefined;
  return { id, known, state: { ...known, sequence: known.sequence + 1, modifiedAt: at, cancelledAt: at } };
}

/** A cancelled entry without details, because the reader may no longer be allowed to see them. */
function cancelledEntry({ id, state: { sequence, modifiedAt, startAt } }: Cancelled): PublishedEntry {
  const description = text("This is no longer in this calendar.");
  return {
    id,
    startAt,
    summary: text("Cancelled"),
    description,
    path: "/calendar",
    sequence,
    modifiedAt,
    cancelled: true,
  };
}
