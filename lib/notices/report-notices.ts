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
import type { NoticeDocument, OwnAct, ReportedEventMarks } from "./notice-document.ts";
import { summaryFactTitle } from "./summary-occurrences.ts";
import type { KnownVersionEnds } from "./version-ends.ts";
import type { WatchedOccurrence } from "./watched-occurrence.ts";

/** Event of a cluster that the owner of the watch rule can see. */
export interface VisibleOccurrence {
  readonly occurrence: WatchedOccurrence;
  readonly cluster: Pick<NoticeCluster, "project" | "namespace" | "name"> & { readonly uid: string };
}

/** Watch rule with the events that currently apply to its subject. */
export interface RuleOccurrences {
  readonly rule: WatchRule;
  readonly holds: readonly VisibleOccurrence[];
}

export interface NoticeReportInput {
  /** Current time in epoch milliseconds. */
  readonly now: number;
  readonly digest: (key: string) => string;
  readonly newId: () => string;
  /** Updated ends of versions; absent when unchanged. */
  readonly ends?: KnownVersionEnds | undefined;
}

export interface NoticeReport {
  readonly book: NoticeDocument;
  readonly notices: readonly RuleNotice[];
}

/** Maximum number of events stored per rule. Events above it are not reported, and the page of notices says so. */
export const maxEventsPerRule = 1_000;
/** How long ended events are stored, so that a lagging replica or a changing permission causes no second report. */
const rememberedMinutes = (48 * hourMs) / minuteMs;
const ownActMs = 10 * minuteMs;
export const maxRememberedOwnActions = 50;

/**
 * Returns the stored notices updated with the events that apply now. Each event is reported once, and stored while it
 * applies and for two days after. Events that applied when the rule was created are stored without a report. Returns
 * the same document if nothing changes.
 */
export function reportNotices(
  book: NoticeDocument,
  findings: readonly RuleOccurrences[],
  telling: NoticeReportInput,
): NoticeReport {
  const notices: RuleNotice[] = [];
  const marks: Record<string, ReportedEventMarks> = {};
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
  const kept = newestWithinSize([...book.notices, ...notices].slice(-noticeLimits.notices));
  const acts = book.acts.filter(({ at }) => telling.now - at < ownActMs);
  const rules = findings.map(({ rule }) => rule);
  const told = { ...book, notices: kept, marks, acts, ends: ends ?? book.ends };
  return { book: queueDeliveries(told, { notices, rules, now: telling.now }), notices };
}

/** Most characters of the notices of a user: less than half of what a ConfigMap holds. */
const mostCharacters = 400_000;

/** The newest notices that are small enough together, at least one. */
function newestWithinSize(notices: readonly RuleNotice[]): readonly RuleNotice[] {
  let left = mostCharacters;
  const first = notices.findLastIndex((notice, index) => {
    left -= JSON.stringify(notice).length;
    return left < 0 && index < notices.length - 1;
  });
  return notices.slice(first + 1);
}

/** Records an action of a user, so that it is not reported to that user. */
export function recordOwnAct(book: NoticeDocument, act: OwnAct): NoticeDocument {
  return { ...book, acts: [...book.acts, act].slice(-maxRememberedOwnActions) };
}

function findNewOccurrences(book: NoticeDocument, { rule, holds }: RuleOccurrences, telling: NoticeReportInput) {
  const { now, digest } = telling;
  const before = book.marks[rule.id];
  const held = before?.of === rule.at ? before : undefined;
  const minute = Math.floor(now / minuteMs);
  const seen: Record<string, number> = {};
  const news: VisibleOccurrence[] = [];
  const ordered = holds.toSorted((a, b) => (a.occurrence.key < b.occurrence.key ? -1 : 1)).slice(0, maxEventsPerRule);
  for (const each of ordered) {
    const mark = digest(each.occurrence.key);
    if (held !== undefined && held.seen[mark] === undefined && isNews(book.acts, each, now)) news.push(each);
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

function isNews(acts: readonly OwnAct[], each: VisibleOccurrence, now: number): boolean {
  return each.occurrence.isFolded !== true && !isOwnAct(acts, each, now);
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
  const what = fact.kind === "summary" ? summaryFactTitle(fact) : describeNoticeFact(fact);
  return { project, namespace, name, what, fact, ...(at !== undefined && { at }) };
}

function isSameMarks(a: ReportedEventMarks["seen"], b: ReportedEventMarks["seen"]): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}
