import * as z from "zod/mini";
import { type DestinationStanding, deliveryStates, destinationStandingSchema } from "#lib/contract/destinations.ts";
import { noticeLimits, type RuleNotice, ruleNoticeSchema } from "#lib/contract/notices.ts";
import { parseStored, type StoredLimits } from "#lib/kube/stored-json.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { KnownEnds } from "./version-ends.ts";

/** What of a rule was told, or was so already when the rule was made. */
export interface RuleMarks {
  /** The rule as of when: another one begins anew. */
  readonly of: string;
  /** By the digest of its key: 0 while it holds, then the minute since 1970 from which it did not. */
  readonly seen: Readonly<Record<string, number>>;
}

export interface OwnAct {
  readonly uid: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

const deliverySchema = z.object({
  /** The notice, and the destination that it is delivered to. */
  notice: z.string(),
  to: z.string(),
  /** When it was told. */
  at: z.string(),
  state: z.enum(deliveryStates),
  /** When it came to this end. */
  doneAt: z.exactOptional(z.string()),
  why: z.exactOptional(z.string()),
});
/** One notice on its way to one destination. */
export type Delivery = z.infer<typeof deliverySchema>;

/** What one person was told, and what is not to be told again. */
export interface NoticeBook {
  readonly owner: string;
  readonly notices: readonly RuleNotice[];
  readonly marks: Readonly<Record<string, RuleMarks>>;
  readonly ends: KnownEnds;
  /** What this person did themselves a short while ago. */
  readonly acts: readonly OwnAct[];
  readonly deliveries: readonly Delivery[];
  /** How it stands with each destination, by its id. */
  readonly standings: Readonly<Record<string, DestinationStanding>>;
  readonly rest: Readonly<Record<string, unknown>>;
  /** Notices of a form that this build does not know. */
  readonly unknown: readonly unknown[];
}

const marksSchema = z.record(z.string(), z.object({ of: z.string(), seen: z.record(z.string(), z.number()) }));
const endsSchema = z.record(
  z.string(),
  z.object({ end: z.string(), was: z.exactOptional(z.string()), changedAt: z.exactOptional(z.number()) }),
);
const actsSchema = z.array(z.object({ uid: z.string(), at: z.number() }));
const standingsSchema = z.record(z.string(), destinationStandingSchema);

export function emptyNoticeBook(owner: string): NoticeBook {
  return { owner, notices: [], marks: {}, ends: {}, acts: [], deliveries: [], standings: {}, rest: {}, unknown: [] };
}

/** A thousand marks of each of twenty rules, and the last notices. */
const mostKept: StoredLimits = { characters: 1_048_576, values: 60_000 };

/** Undefined for what is no such book: nothing is told then, because nobody knows what was told already. */
export function parseNoticeBook(text: string): NoticeBook | undefined {
  try {
    const value = parseStored(text, mostKept);
    if (!isRecord(value) || typeof value.owner !== "string" || !Array.isArray(value.notices)) return undefined;
    const { owner, notices: entries, marks, ends, acts, deliveries, standings, ...rest } = value;
    const notices: RuleNotice[] = [];
    const unknown: unknown[] = [];
    // What is more than Almanac keeps was written by somebody else: it would be let go anyway.
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

export function formatNoticeBook({ unknown, notices, rest, ...kept }: NoticeBook): string {
  return JSON.stringify({ ...rest, ...kept, notices: [...unknown, ...notices] });
}

/** The same book when there is nothing to mark. */
export function markRead(book: NoticeBook, ids: readonly string[], as = true): NoticeBook {
  const wanted = new Set(ids);
  if (!book.notices.some(({ id, read }) => wanted.has(id) && read !== as)) return book;
  return { ...book, notices: book.notices.map((each) => (wanted.has(each.id) ? { ...each, read: as } : each)) };
}
