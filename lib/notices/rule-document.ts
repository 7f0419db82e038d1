import { noticeLimits, type RuleChange, type WatchRule, watchRuleSchema } from "#lib/contract/notices.ts";
import { parseStoredJson } from "#lib/kube/stored-json.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { fail, ok, type Result } from "#lib/result.ts";

/** Owner of watch rules, with the groups as of the last change. Access reviews for the rules use them. */
export interface RuleOwner {
  readonly name: string;
  readonly groups: readonly string[];
}

/** Stored watch rules of one user; anything written by a newer build is kept unchanged. */
export interface RuleDocument {
  readonly owner: RuleOwner;
  readonly entries: readonly unknown[];
  /** Stored destinations to which notices are delivered, as JSON. */
  readonly destinations: readonly unknown[];
  readonly rest: Readonly<Record<string, unknown>>;
}

export type RuleError = "too-many" | "unknown-rule" | "changed-meanwhile";

export interface RuleChangeContext {
  readonly at: string;
  readonly newId: string;
}

export interface ChangedRules {
  readonly book: RuleDocument;
  readonly rule: WatchRule;
}

export function emptyRuleDocument(owner: RuleOwner): RuleDocument {
  return { owner, entries: [], destinations: [], rest: {} };
}

/** Parses the stored watch rules of a user; undefined if invalid. They are then neither shown nor overwritten. */
export function parseRuleDocument(text: string): RuleDocument | undefined {
  const value = parseStoredJson(text);
  if (!isRecord(value) || !Array.isArray(value.rules) || !isRecord(value.owner)) return undefined;
  const { rules, owner, destinations = [], ...rest } = value;
  const { name, groups } = owner;
  if (typeof name !== "string" || !Array.isArray(groups) || !Array.isArray(destinations)) return undefined;
  const known = groups.filter((group): group is string => typeof group === "string");
  return { owner: { name, groups: known }, entries: rules, destinations, rest };
}

export function formatRuleDocument({ owner, entries, destinations, rest }: RuleDocument): string {
  return JSON.stringify({ ...rest, owner, rules: entries, destinations });
}

/** Returns the stored watch rules that this build knows, up to the maximum. */
export function watchRulesOf({ entries }: RuleDocument): readonly WatchRule[] {
  return entries.slice(0, noticeLimits.rules).flatMap((entry) => ruleOf(entry) ?? []);
}

export function changeRules(
  book: RuleDocument,
  change: RuleChange,
  hand: RuleChangeContext,
): Result<ChangedRules, RuleError> {
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
