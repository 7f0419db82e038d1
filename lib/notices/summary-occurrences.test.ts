import { describe, expect, test } from "vitest";
import type { WatchRule } from "#lib/contract/notices.ts";
import type { OperationSummary } from "#lib/contract/summary/operation-summary.ts";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import { dayMs, hourMs } from "#lib/kube/time-units.ts";
import { describeNoticeFact } from "./fact-descriptions.ts";
import { emptyNoticeDocument, formatNoticeDocument, parseNoticeDocument } from "./notice-document.ts";
import { watchedOccurrencesOf } from "./occurrences.ts";
import { reportNotices } from "./report-notices.ts";
import type { KnownSummaries, KnownSummary } from "./summary-occurrences.ts";
import type { WatchedOccurrence } from "./watched-occurrence.ts";

const begunAt = "2026-11-24T09:00:00Z";
const endedAt = "2026-11-24T09:30:00Z";
const now = Date.parse("2026-11-24T09:31:00Z");

const rule: WatchRule = {
  ...{ id: "r1", name: "Watch", subject: { kind: "view", address: "/clusters" }, off: false },
  ...{ at: "2026-11-24T08:00:00Z", events: { summary: true, others: true, rotation: true, held: true } },
};

function summaryOf(more: Partial<OperationSummary> = {}): KnownSummary {
  const summary: OperationSummary = {
    cause: { kind: "change", by: "kubectl-edit" },
    changes: [{ kind: "version", from: "1.33.4", to: "1.33.6", forced: false }],
    pools: [],
    outcome: { kind: "done" },
    failures: [],
    tasks: [],
    ...{ begunAt, endedAt, ...more },
  };
  return { key: "k", at: Date.parse(endedAt), summary };
}

const rotation: Partial<OperationSummary> = {
  cause: { kind: "rotation" },
  changes: [{ kind: "rotation", family: "certificateAuthorities", step: "ready-to-complete" }],
};
const rotationSummary = summaryOf(rotation);

const none: KnownSummaries = { ended: [], underWay: undefined, late: undefined };
const act = { generation: 3, at: Date.parse("2026-11-24T09:01:00Z"), operation: "Reconcile" };
const row = sampleFleetRow({
  rotations: [{ family: "certificateAuthorities", phase: "Prepared", wait: "complete", since: endedAt }],
});

function occurrences(summaries: KnownSummaries, of = row): readonly WatchedOccurrence[] {
  return watchedOccurrencesOf(rule, of, { ends: {}, act, summaries });
}

const shown = (found: readonly WatchedOccurrence[]) =>
  found.filter(({ isFolded }) => !isFolded).map(({ fact }) => fact.kind);

describe("a rule that reports summaries", () => {
  test("reports an operation as one event for a day, with all that belongs to it", () => {
    const found = occurrences({ ...none, ended: [rotationSummary] });
    expect(shown(found)).toEqual(["summary"]);
    expect(found.find(({ event }) => event === "summary")).toMatchObject({
      from: 0,
      until: Date.parse(endedAt) + dayMs,
      at: endedAt,
    });
  });

  test("reports nothing while the operation goes on, and that it is late", () => {
    const underWay = { ...summaryOf({ ...rotation, outcome: { kind: "under-way" } }), at: now + hourMs };
    expect(shown(occurrences({ ...none, underWay }))).toEqual([]);
    const late = occurrences({ ...none, underWay, late: underWay }).find(({ event }) => event === "summary");
    expect(late?.from).toBe(underWay.at);
  });

  test("reports what belongs to no known operation as before", () => {
    expect(shown(occurrences(none))).toEqual(["rotation-waits", "rotation-started", "act"]);
    const earlier = { ...summaryOf({ begunAt: "2026-11-23T09:00:00Z" }), at: Date.parse("2026-11-23T09:30:00Z") };
    expect(shown(occurrences({ ...none, ended: [earlier] }))).toEqual([
      "rotation-waits",
      "rotation-started",
      "act",
      "summary",
    ]);
  });

  test("reports what somebody did and which rotation began while a maintenance ran that tells neither", () => {
    const maintenance: Partial<OperationSummary> = { cause: { kind: "maintenance" }, changes: [] };
    const told = ["rotation-waits", "rotation-started", "act", "summary"];
    expect(shown(occurrences({ ...none, ended: [summaryOf(maintenance)] }))).toEqual(told);
    const underWay = { ...summaryOf({ ...maintenance, outcome: { kind: "under-way" } }), at: now + hourMs };
    expect(shown(occurrences({ ...none, underWay }))).toEqual(told.slice(0, 3));
    const also = summaryOf({ ...maintenance, alsoBy: ["kubectl-edit"] });
    expect(shown(occurrences({ ...none, ended: [also] }))).toEqual(["rotation-waits", "rotation-started", "summary"]);
  });

  test("waits with a maintenance whose begin was not seen, so that a replica that saw it tells first", () => {
    const partial = summaryOf({ cause: { kind: "maintenance" }, firstSeenAt: "2026-11-24T09:10:00Z" });
    const found = occurrences({ ...none, ended: [partial] }).find(({ event }) => event === "summary");
    expect(found?.from).toBe(Date.parse(endedAt) + hourMs);
  });

  test("reports that the cluster has failed only where no summary says so", () => {
    const next = { subject: "failed", turn: "you" };
    const failed = sampleFleetRow({ next, lastOperation: { state: "Failed", updatedAt: endedAt } });
    const ended = [summaryOf({ outcome: { kind: "failed", codes: [] } })];
    expect(shown(occurrences({ ...none, ended }, failed))).toEqual(["summary"]);
    const later = sampleFleetRow({ next, lastOperation: { state: "Failed", updatedAt: "2026-11-24T12:00:00Z" } });
    expect(shown(occurrences({ ...none, ended }, later))).toEqual(["held", "summary"]);
  });
});

test("what a summary tells as well is never told later, also when the summary is gone", () => {
  const newId = () => "n";
  const told = (book: ReturnType<typeof emptyNoticeDocument>, found: readonly WatchedOccurrence[]) =>
    reportNotices(book, [{ rule, holds: found.map((occurrence) => ({ occurrence, cluster: row })) }], {
      ...{ now, digest: (key: string) => key, newId },
    });
  const { book } = told(emptyNoticeDocument("ravi"), []);
  const first = told(book, occurrences({ ...none, ended: [rotationSummary] }));
  expect(first.notices.map(({ event, lines }) => [event, lines.length])).toEqual([["summary", 1]]);
  expect(told(first.book, occurrences(none)).notices).toEqual([]);
});

test("what an operation under way would tell is told once it is known to have no summary", () => {
  const newId = () => "n";
  const told = (book: ReturnType<typeof emptyNoticeDocument>, found: readonly WatchedOccurrence[]) =>
    reportNotices(book, [{ rule, holds: found.map((occurrence) => ({ occurrence, cluster: row })) }], {
      ...{ now, digest: (key: string) => key, newId },
    });
  const { book } = told(emptyNoticeDocument("ravi"), []);
  const underWay = { ...summaryOf({ ...rotation, outcome: { kind: "under-way" } }), at: now + hourMs };
  const meanwhile = told(book, occurrences({ ...none, underWay }));
  expect(meanwhile.notices).toEqual([]);
  const events = told(meanwhile.book, occurrences(none)).notices.map(({ event }) => event);
  expect(events.toSorted()).toEqual(["others", "rotation"]);
});

test("the newest summaries are kept, so many that the notices can still be read", () => {
  const long = "x".repeat(300);
  const failures = Array.from({ length: 12 }, (_, index) => `${index}${long}`);
  const newId = () => "n";
  let book = reportNotices(emptyNoticeDocument("ravi"), [{ rule, holds: [] }], {
    now,
    digest: (key) => key,
    newId,
  }).book;
  for (let round = 0; round < 100; round += 1) {
    const holds = Array.from({ length: 10 }, (_, index) => {
      const key = `${round} ${index}`;
      const occurrence: WatchedOccurrence = {
        ...{ event: "summary", key, from: 0 },
        fact: { kind: "summary", summary: { ...summaryOf({ failures }).summary } },
      };
      return { occurrence, cluster: { ...row, uid: key } };
    });
    book = reportNotices(book, [{ rule, holds }], { now: now + round * 60_000, digest: (key) => key, newId }).book;
  }
  const read = parseNoticeDocument(formatNoticeDocument(book));
  expect(read?.notices.length).toBeGreaterThan(5);
  expect(read?.notices.at(-1)?.lines).toHaveLength(10);
});

test("a summary in a form of a newer build is said to be one", () => {
  expect(describeNoticeFact({ kind: "summary", summary: { cause: "comet" } })).toBe("A summary of a newer Almanac");
});
