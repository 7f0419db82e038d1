import * as z from "zod/mini";
import { type DestinationStatus, deliveryStates, destinationStatusSchema } from "#lib/contract/destinations.ts";
import { noticeLimits, type RuleNotice, ruleNoticeSchema } from "#lib/contract/notices.ts";
import { parseStoredJson, type StoredLimits } from "#lib/kube/stored-json.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { KnownVersionEnds } from "./version-ends.ts";

/** Events of a rule that were reported, or existed already when the rule was created. */
export interface ReportedEventMarks {
  /** Time (`at`) of the rule version; for another version of the rule all marks are discarded. */
  readonly of: string;
  /** Reported events by digest of their key: 0 while the event applies, then the minute since 1970 when it ended. */
  readonly seen: Readonly<Record<string, number>>;
}

export interface OwnAct {
  readonly uid: string;
  /** Time of the action in epoch milliseconds. */
  readonly at: number;
}

const deliverySchema = z.object({
  /** Id of the notice; `to` is the id of the destination. */
  notice: z.string(),
  to: z.string(),
  /** Time at which the notice was created. */
  at: z.string(),
  state: z.enum(deliveryStates),
  /** Time at which the delivery reached its final state. */
  doneAt: z.exactOptional(z.string()),
  why: z.exactOptional(z.string()),
});
/** Delivery of one notice to one destination. */
export type NoticeDelivery = z.infer<typeof deliverySchema>;

/** Stored notices of one user, and the events that must not be reported again. */
export interface NoticeDocument {
  readonly owner: string;
  readonly notices: readonly RuleNotice[];
  readonly marks: Readonly<Record<string, ReportedEventMarks>>;
  readonly ends: KnownVersionEnds;
  /** Recent actions of the user, which are not reported to this user. */
  readonly acts: readonly OwnAct[];
  readonly deliveries: readonly NoticeDelivery[];
  /** Delivery status of each destination, by the id of the destination. */
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

/** Size limits of the stored text: a thousand marks for each of twenty rules, and the last notices. */
const mostKept: StoredLimits = { characters: 1_048_576, values: 60_000 };

/** Parses a user's stored notices; undefined if invalid, and nothing is reported, as earlier reports are unknown. */
export function parseNoticeDocument(text: string): NoticeDocument | undefined {
  try {
    const value = parseStoredJson(text, mostKept);
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

/** Marks notices as read; returns the same document if nothing changes. */
export function markNoticesRead(book: NoticeDocument, ids: readonly string[], as = true): NoticeDocument {
  const wanted = new Set(ids);
  if (!book.notices.some(({ id, read }) => wanted.has(id) && read !== as)) return book;
  return { ...book, notices: book.notices.map((each) => (wanted.has(each.id) ? { ...each, read: as } : each)) };
}
