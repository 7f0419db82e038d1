import {
  type NoticeCluster,
  noticeLimits,
  type RuleNotice,
  type WatchRule,
  watchedEventNames,
} from "#lib/contract/notices.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { hourMs, minuteMs } from "#lib/kube/time-units.ts";
import { queueDeliveries } from "./deliveries.ts";
import { describeNoticeFact } from "./fact-descriptions.ts";
import type { NoticeDocument, OwnAct, RuleMarks } from "./notice-document.ts";
import type { Occurrence } from "./occurrences.ts";
import type { KnownEnds } from "./version-ends.ts";

/** Event of a cluster that the rule's owner can see. */
export interface VisibleOccurrence {
  readonly occurrence: Occurrence;
  readonly cluster: Pick<NoticeCluster, "project" | "namespace" | "name"> & { readonly uid: string };
}

/** Rule with the events that currently apply to its subject. */
export interface RuleFinding {
  readonly rule: WatchRule;
  readonly holds: readonly VisibleOccurrence[];
}

export interface NoticeReportInput {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly digest: (key: string) => string;
  readonly newId: () => string;
  /** Updated ends of versions; absent when unchanged. */
  readonly ends?: KnownEnds | undefined;
}

export interface NoticeReport {
  readonly book: NoticeDocument;
  readonly notices: readonly RuleNotice[];
}

/** Maximum number of events kept per rule. Events above it are not reported, and the page of notices says so. */
export const maxEventsPerRule = 1_000;
/** How long an ended event is kept, so that a lagging replica or a flapping permission does not report it again. */
const rememberedMinutes = (48 * hourMs) / minuteMs;
const ownActMs = 10 * minuteMs;
export const maxOwnActs = 50;

/**
 * Updates the book with the events that apply now. Each is reported once, and kept while it applies and for two days
 * after. Events that applied when the rule was created are recorded without a report. Returns the same book when
 * nothing changes.
 */
export function reportNotices(
  book: NoticeDocument,
  findings: readonly RuleFinding[],
  telling: NoticeReportInput,
): NoticeReport {
  const notices: RuleNotice[] = [];
  const marks: Record<string, RuleMarks> = {};
  for (const finding of findings) {
    const told = findNewOccurrences(book, finding, telling);
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
export function noteOwnAct(book: NoticeDocument, act: OwnAct): NoticeDocument {
  return { ...book, acts: [...book.acts, act].slice(-maxOwnActs) };
}

function findNewOccurrences(book: NoticeDocument, { rule, holds }: RuleFinding, telling: NoticeReportInput) {
  const { now, digest } = telling;
  const before = book.marks[rule.id];
  const held = before?.of === rule.at ? before : undefined;
  const minute = Math.floor(now / minuteMs);
  const seen: Record<string, number> = {};
  const news: VisibleOccurrence[] = [];
  const ordered = holds.toSorted((a, b) => (a.occurrence.key < b.occurrence.key ? -1 : 1)).slice(0, maxEventsPerRule);
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

function isOwnAct(acts: readonly OwnAct[], { occurrence, cluster }: VisibleOccurrence, now: number): boolean {
  return occurrence.event === "others" && acts.some(({ uid, at }) => uid === cluster.uid && now - at < ownActMs);
}

function noticesOf(
  rule: WatchRule,
  news: readonly VisibleOccurrence[],
  { now, newId }: NoticeReportInput,
): readonly RuleNotice[] {
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

function lineOf({ occurrence: { fact, at }, cluster: { project, namespace, name } }: VisibleOccurrence): NoticeCluster {
  return { project, namespace, name, what: describeNoticeFact(fact), fact, ...(at !== undefined && { at }) };
}

function isSameMarks(a: RuleMarks["seen"], b: RuleMarks["seen"]): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}
