import "server-only";
import { createHash } from "node:crypto";
import { dayMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import type { FeedEntry } from "./feed-entries.ts";
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
  /** How many would have been cancelled, and were held back. */
  readonly heldBack: number;
}

/** For so long an event that is no more is sent as cancelled: programs keep what merely disappears. */
const cancelledShownMs = 60 * dayMs;

/** So many at most, the latest: what is kept of a feed has to fit into one object. */
const mostCancelled = 300;

function digestOf(entry: FeedEntry): string {
  return createHash("sha256").update(JSON.stringify(entry)).digest("base64url").slice(0, 22);
}

/** Identities that hold names of projects or words are told as a digest: they outlive the right to read them. */
function plainId(id: string): string {
  if (/^[A-Za-z0-9.+-]+$/.test(id)) return id;
  return `h.${createHash("sha256").update(id).digest("hex").slice(0, 32)}`;
}

/** What a calendar has under its former identity keeps that, or it would be cancelled and told anew. */
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

export interface Publishing {
  readonly before: PublishedEvents;
  /** What is foreseen but had no room. */
  readonly unshown: readonly string[];
  /** Something that the entries rest on is not live: what is missing may only be unknown, so nothing is cancelled. */
  readonly holdBack: boolean;
  /** Epoch milliseconds; rounded down to a second, as the format has it. */
  readonly now: number;
}

/**
 * Compares what is to be said with what was said before: what is new or changed gets the next SEQUENCE, what is no more is
 * cancelled for 60 days. What is over is not cancelled but dropped: it has happened, or its time has passed.
 */
export function publishEntries(
  entries: readonly FeedEntry[],
  { before, unshown, holdBack, now }: Publishing,
): Publication {
  const at = Math.floor(now / 1000) * 1000;
  const published: Record<string, Published> = {};
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
  readonly known: Published;
  readonly state: Published;
}

/** Undefined for what need not be taken back, or was taken back long enough ago. */
function cancelled(id: string, known: Published, at: number): Cancelled | undefined {
  if (known.cancelledAt !== undefined) {
    return at - known.cancelledAt > cancelledShownMs ? undefined : { id, known, state: known };
  }
  if (known.overAt !== undefined && known.overAt < at) return undefined;
  return { id, known, state: { ...known, sequence: known.sequence + 1, modifiedAt: at, cancelledAt: at } };
}

/** Says nothing of what it was: whoever reads the feed may not be allowed to know any more. */
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
