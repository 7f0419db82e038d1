import { noticeLimits, type RuleChange, type WatchRule, watchRuleSchema } from "#lib/contract/notices.ts";
import { parseStored } from "#lib/kube/stored-json.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { fail, ok, type Result } from "#lib/result.ts";

/** Whose rules they are, as the garden knew them when they wrote last: their rights are asked about in these groups. */
export interface RuleOwner {
  readonly name: string;
  readonly groups: readonly string[];
}

/** One person's rules as they are kept; what a newer build has written stays as it came. */
export interface RuleBook {
  readonly owner: RuleOwner;
  readonly entries: readonly unknown[];
  /** Where notices are delivered beside the bell, as they are kept. */
  readonly destinations: readonly unknown[];
  readonly rest: Readonly<Record<string, unknown>>;
}

export type RuleFault = "too-many" | "unknown-rule" | "changed-meanwhile";

export interface RuleHand {
  readonly at: string;
  readonly newId: string;
}

export interface ChangedRules {
  readonly book: RuleBook;
  readonly rule: WatchRule;
}

export function emptyRuleBook(owner: RuleOwner): RuleBook {
  return { owner, entries: [], destinations: [], rest: {} };
}

/** Undefined for what is no such book: it is not shown, and not written over. */
export function parseRuleBook(text: string): RuleBook | undefined {
  const value = parseStored(text);
  if (!isRecord(value) || !Array.isArray(value.rules) || !isRecord(value.owner)) return undefined;
  const { rules, owner, destinations = [], ...rest } = value;
  const { name, groups } = owner;
  if (typeof name !== "string" || !Array.isArray(groups) || !Array.isArray(destinations)) return undefined;
  const known = groups.filter((group): group is string => typeof group === "string");
  return { owner: { name, groups: known }, entries: rules, destinations, rest };
}

export function formatRuleBook({ owner, entries, destinations, rest }: RuleBook): string {
  return JSON.stringify({ ...rest, owner, rules: entries, destinations });
}

/** The rules that this build knows, no more than may be kept. */
export function rulesOf({ entries }: RuleBook): readonly WatchRule[] {
  return entries.slice(0, noticeLimits.rules).flatMap((entry) => ruleOf(entry) ?? []);
}

export function changeRules(book: RuleBook, change: RuleChange, hand: RuleHand): Result<ChangedRules, RuleFault> {
  if (change.kind === "save") {
    if (book.entries.length >= noticeLimits.rules) return fail("too-many");
    const { name, subject, events, to = [] } = change;
    const rule = { id: hand.newId, name, subject, events, to, off: false, at: hand.at };
    return ok({ book: { ...book, entries: [...book.entries, rule] }, rule });
  }
  const held = ruleOf(book.entries.find((entry) => idOf(entry) === change.id));
  if (held === undefined) return fail("unknown-rule");
  if (held.at !== change.seen) return fail("changed-meanwhile");
  if (change.kind === "delete") {
    return ok({ book: { ...book, entries: book.entries.filter((entry) => idOf(entry) !== change.id) }, rule: held });
  }
  const { name = held.name, events = held.events, to = held.to ?? [], off = held.off } = change;
  const rule = { ...held, name, events, to, off, at: hand.at };
  const entries = book.entries.map((entry) =>
    idOf(entry) === change.id && isRecord(entry) ? { ...entry, ...rule } : entry,
  );
  return ok({ book: { ...book, entries }, rule });
}

function ruleOf(entry: unknown): WatchRule | undefined {
  const parsed = watchRuleSchema.safeParse(entry);
  return parsed.success ? parsed.data : undefined;
}

function idOf(entry: unknown): unknown {
  return isRecord(entry) ? entry.id : undefined;
}
