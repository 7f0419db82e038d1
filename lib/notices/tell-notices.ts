import {
  type NoticeLine,
  noticeLimits,
  type RuleNotice,
  type WatchRule,
  watchedEventNames,
} from "#lib/contract/notices.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { hourMs, minuteMs } from "#lib/kube/time-units.ts";
import { queueDeliveries } from "./deliveries.ts";
import { factWords } from "./fact-words.ts";
import type { NoticeBook, OwnAct, RuleMarks } from "./notice-book.ts";
import type { Occurrence } from "./occurrences.ts";
import type { KnownEnds } from "./version-ends.ts";

/** Event of a cluster that the rule's owner can see. */
export interface SeenOccurrence {
  readonly occurrence: Occurrence;
  readonly cluster: Pick<NoticeLine, "project" | "namespace" | "name"> & { readonly uid: string };
}

/** Rule with the events that currently apply to its subject. */
export interface RuleFinding {
  readonly rule: WatchRule;
  readonly holds: readonly SeenOccurrence[];
}

export interface Telling {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly digest: (key: string) => string;
  readonly newId: () => string;
  /** Updated ends of versions; absent when unchanged. */
  readonly ends?: KnownEnds | undefined;
}

export interface ReportedNotices {
  readonly book: NoticeBook;
  readonly notices: readonly RuleNotice[];
}

/** Maximum number of events kept per rule. Events above it are not reported, and the page of notices says so. */
export const mostMarks = 1_000;
/** How long an ended event is kept, so that a lagging replica or a flapping permission does not report it again. */
const rememberedMinutes = (48 * hourMs) / minuteMs;
const ownActMs = 10 * minuteMs;
export const mostOwnActs = 50;

/**
 * Updates the book with the events that apply now. Each is reported once, and kept while it applies and for two days
 * after. Events that applied when the rule was created are recorded without a report. Returns the same book when
 * nothing changes.
 */
export function reportNotices(book: NoticeBook, findings: readonly RuleFinding[], telling: Telling): ReportedNotices {
  const notices: RuleNotice[] = [];
  const marks: Record<string, RuleMarks> = {};
  for (const finding of findings) {
    const told = tellRule(book, finding, telling);
    notices.push(...told.notices);
    marks[finding.rule.id] = told.marks;
  }
  const { ends } = telling;
  const isAsBefore =
    ends === undefined &&
    Object.keys(marks).length === Object.keys(book.marks).length &&
    Object.entries(marks).every(([id, each]) => book.marks[id] === each);
  if (isAsBefore) return { book, notices };
  const kept = [...book.notices, ...notices].slice(-noticeLimits.notices);
  const acts = book.acts.filter(({ at }) => telling.now - at < ownActMs);
  const rules = findings.map(({ rule }) => rule);
  const told = { ...book, notices: kept, marks, acts, ends: ends ?? book.ends };
  return { book: queueDeliveries(told, { notices, rules, now: telling.now }), notices };
}

/** Records a user's own action, so that it is not reported to that user. */
export function noteOwnAct(book: NoticeBook, act: OwnAct): NoticeBook {
  return { ...book, acts: [...book.acts, act].slice(-mostOwnActs) };
}

function tellRule(book: NoticeBook, { rule, holds }: RuleFinding, telling: Telling) {
  const { now, digest } = telling;
  const before = book.marks[rule.id];
  const held = before?.of === rule.at ? before : undefined;
  const minute = Math.floor(now / minuteMs);
  const seen: Record<string, number> = {};
  const news: SeenOccurrence[] = [];
  const ordered = holds.toSorted((a, b) => (a.occurrence.key < b.occurrence.key ? -1 : 1)).slice(0, mostMarks);
  for (const each of ordered) {
    const mark = digest(each.occurrence.key);
    if (held !== undefined && held.seen[mark] === undefined && !isOwnAct(book.acts, each, now)) news.push(each);
    seen[mark] = 0;
  }
  for (const [mark, goneAt] of Object.entries(held?.seen ?? {})) {
    if (seen[mark] !== undefined) continue;
    if (goneAt === 0) seen[mark] = minute;
    else if (minute - goneAt < rememberedMinutes) seen[mark] = goneAt;
  }
  const marks = held !== undefined && isSameMarks(held.seen, seen) ? held : { of: rule.at, seen };
  return { marks, notices: noticesOf(rule, news, telling) };
}

function isOwnAct(acts: readonly OwnAct[], { occurrence, cluster }: SeenOccurrence, now: number): boolean {
  return occurrence.event === "others" && acts.some(({ uid, at }) => uid === cluster.uid && now - at < ownActMs);
}

function noticesOf(rule: WatchRule, news: readonly SeenOccurrence[], { now, newId }: Telling): readonly RuleNotice[] {
  const byEvent = Map.groupBy(news, ({ occurrence }) => occurrence.event);
  return watchedEventNames.flatMap((event) => {
    const found = byEvent.get(event) ?? [];
    if (found.length === 0) return [];
    const lines = found.slice(0, noticeLimits.lines).map(lineOf);
    const { id, name } = rule;
    const more = found.length - lines.length;
    return [{ id: newId(), rule: id, ruleName: name, event, at: formatInstant(now), lines, more, read: false }];
  });
}

function lineOf({ occurrence: { fact, at }, cluster: { project, namespace, name } }: SeenOccurrence): NoticeLine {
  return { project, namespace, name, what: factWords(fact), fact, ...(at !== undefined && { at }) };
}

function isSameMarks(a: RuleMarks["seen"], b: RuleMarks["seen"]): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}
