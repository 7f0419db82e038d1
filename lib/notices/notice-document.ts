import * as z from "zod/mini";
import { type DestinationStatus, deliveryStates, destinationStatusSchema } from "#lib/contract/destinations.ts";
import { noticeLimits, type RuleNotice, ruleNoticeSchema } from "#lib/contract/notices.ts";
import { parseStored, type StoredLimits } from "#lib/kube/stored-json.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { KnownEnds } from "./version-ends.ts";

/** Events of a rule that were reported, or existed already when the rule was created. */
export interface RuleMarks {
  /** Write time (`at`) of the rule; another version of the rule starts from scratch. */
  readonly of: string;
  /** By the digest of the event's key: 0 while it holds, afterwards the minute since 1970 when it ended. */
  readonly seen: Readonly<Record<string, number>>;
}

export interface OwnAct {
  readonly uid: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

const deliverySchema = z.object({
  /** Notice, and the destination to which it is delivered. */
  notice: z.string(),
  to: z.string(),
  /** When the notice was created. */
  at: z.string(),
  state: z.enum(deliveryStates),
  /** When the delivery reached its final state. */
  doneAt: z.exactOptional(z.string()),
  why: z.exactOptional(z.string()),
});
/** Delivery of one notice to one destination. */
export type Delivery = z.infer<typeof deliverySchema>;

/** Notices of one user, and the events that are not to be reported again. */
export interface NoticeDocument {
  readonly owner: string;
  readonly notices: readonly RuleNotice[];
  readonly marks: Readonly<Record<string, RuleMarks>>;
  readonly ends: KnownEnds;
  /** Recent actions of the user. */
  readonly acts: readonly OwnAct[];
  readonly deliveries: readonly Delivery[];
  /** Delivery status of each destination, by its id. */
  readonly standings: Readonly<Record<string, DestinationStatus>>;
  readonly rest: Readonly<Record<string, unknown>>;
  /** Notices in a format that this build does not know. */
  readonly unknown: readonly unknown[];
}

const marksSchema = z.record(z.string(), z.object({ of: z.string(), seen: z.record(z.string(), z.number()) }));
const endsSchema = z.record(
  z.string(),
  z.object({ end: z.string(), was: z.exactOptional(z.string()), changedAt: z.exactOptional(z.number()) }),
);
const actsSchema = z.array(z.object({ uid: z.string(), at: z.number() }));
const standingsSchema = z.record(z.string(), destinationStatusSchema);

export function emptyNoticeDocument(owner: string): NoticeDocument {
  return { owner, notices: [], marks: {}, ends: {}, acts: [], deliveries: [], standings: {}, rest: {}, unknown: [] };
}

/** Size limits: a thousand marks for each of twenty rules, and the last notices. */
const mostKept: StoredLimits = { characters: 1_048_576, values: 60_000 };

/** Parses a book; undefined if invalid. Nothing is reported then, because earlier reports are unknown. */
export function parseNoticeDocument(text: string): NoticeDocument | undefined {
  try {
    const value = parseStored(text, mostKept);
    if (!isRecord(value) || typeof value.owner !== "string" || !Array.isArray(value.notices)) return undefined;
    const { owner, notices: entries, marks, ends, acts, deliveries, standings, ...rest } = value;
    const notices: RuleNotice[] = [];
    const unknown: unknown[] = [];
    // Entries above the limit were not written by Almanac and would be dropped anyway.
    for (const entry of entries.slice(-2 * noticeLimits.notices)) {
      const parsed = ruleNoticeSchema.safeParse(entry);
      if (parsed.success) notices.push(parsed.data);
      else unknown.push(entry);
    }
    return {
      owner,
      notices: notices.slice(-noticeLimits.notices),
      marks: marksSchema.parse(marks ?? {}),
      ends: endsSchema.parse(ends ?? {}),
      acts: actsSchema.parse(acts ?? []),
      deliveries: z.array(deliverySchema).parse(deliveries ?? []),
      standings: standingsSchema.parse(standings ?? {}),
      rest,
      unknown: unknown.slice(-noticeLimits.notices),
    };
  } catch {
    return undefined;
  }
}

export function formatNoticeDocument({ unknown, notices, rest, ...kept }: NoticeDocument): string {
  return JSON.stringify({ ...rest, ...kept, notices: [...unknown, ...notices] });
}

/** Marks notices as read; returns the same book when nothing changes. */
export function markRead(book: NoticeDocument, ids: readonly string[], as = true): NoticeDocument {
  const wanted = new Set(ids);
  if (!book.notices.some(({ id, read }) => wanted.has(id) && read !== as)) return book;
  return { ...book, notices: book.notices.map((each) => (wanted.has(each.id) ? { ...each, read: as } : each)) };
}
