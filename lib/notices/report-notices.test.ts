import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { noticeLimits, type WatchedEvents, type WatchRule } from "#lib/contract/notices.ts";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import { describeNoticeFact } from "./fact-descriptions.ts";
import {
  emptyNoticeDocument,
  formatNoticeDocument,
  markNoticesRead,
  type NoticeDocument,
  parseNoticeDocument,
} from "./notice-document.ts";
import { watchedOccurrencesOf } from "./occurrences.ts";
import { type RuleOccurrences, recordOwnAct, reportNotices } from "./report-notices.ts";
import { recordVersionEnds } from "./version-ends.ts";
import type { WatchedOccurrence } from "./watched-occurrence.ts";

const now = Date.parse("2026-11-24T10:00:00Z");
const minute = 60_000;

function ruleWith(events: WatchRule["events"], differs: Partial<WatchRule> = {}): WatchRule {
  const subject = { kind: "view", address: "/clusters" } as const;
  return { id: "r1", name: "Watch", subject, events, off: false, at: "2026-11-24T09:00:00Z", ...differs };
}

const rule = ruleWith({ unhealthy: 5 });

/** A finding with the given occurrences, by their names. */
function finding(names: readonly string[], of = rule): RuleOccurrences {
  const holds = names.map((name) => ({
    occurrence: {
      event: "unhealthy" as const,
      key: name,
      from: 0,
      fact: { kind: "unhealthy" as const, conditions: [] },
    },
    cluster: { uid: `uid-${name}`, project: "pay", namespace: "garden-pay", name },
  }));
  return { rule: of, holds };
}

/** The notices with their texts. */
function said(found: readonly WatchedOccurrence[]) {
  return found.map((each) => ({ ...each, what: describeNoticeFact(each.fact) }));
}

let ids = 0;
function tell(book: NoticeDocument, found: readonly RuleOccurrences[], at = now) {
  const newId = () => {
    ids += 1;
    return `n${ids}`;
  };
  return reportNotices(book, found, { now: at, digest: (key) => key, newId });
}

const begun = tell(emptyNoticeDocument("ravi"), [finding(["old"])]).book;

describe("what a rule tells", () => {
  test("is what comes after it was made, once, as long as it holds and two days longer", () => {
    expect(begun.notices).toEqual([]);
    const first = tell(begun, [finding(["old", "new"])]);
    expect(first.notices).toMatchObject([{ rule: "r1", event: "unhealthy", lines: [{ name: "new" }], more: 0 }]);
    const again = tell(first.book, [finding(["old", "new"])]);
    expect(again).toEqual({ book: first.book, notices: [] });
    expect(again.book).toBe(first.book);
    const gone = tell(first.book, [finding([])]);
    expect(tell(gone.book, [finding(["new"])], now + 47 * 60 * minute).notices).toEqual([]);
    const forgotten = tell(gone.book, [finding([])], now + 49 * 60 * minute);
    expect(tell(forgotten.book, [finding(["new"])], now + 50 * 60 * minute).notices).toHaveLength(1);
  });

  test("begins anew with a rule that was changed, and goes with one that was deleted", () => {
    const changed = ruleWith({ unhealthy: 5 }, { at: "2026-11-24T09:30:00Z" });
    expect(tell(begun, [finding(["other"], changed)]).notices).toEqual([]);
    expect(tell(begun, []).book.marks).toEqual({});
  });

  test("names so many clusters and counts the others", () => {
    const many = Array.from({ length: noticeLimits.lines + 3 }, (_, index) => `c${index}`);
    const { notices } = tell(begun, [finding(many)]);
    expect(notices).toMatchObject([{ more: 3 }]);
    expect(notices[0]?.lines).toHaveLength(noticeLimits.lines);
  });

  test("whatever comes and goes, is told at most once within two days", () => {
    const names = fc.subarray(["a", "b", "c", "d", "e"]);
    fc.assert(
      fc.property(fc.array(names, { maxLength: 30 }), (rounds) => {
        let book = begun;
        const told: string[] = [];
        rounds.forEach((round, index) => {
          const result = tell(book, [finding(round)], now + index * minute);
          told.push(...result.notices.flatMap(({ lines }) => lines.map(({ name }) => name)));
          book = parseNoticeDocument(formatNoticeDocument(result.book)) ?? emptyNoticeDocument("nobody");
        });
        expect(told.toSorted()).toEqual([...new Set(rounds.flat())].toSorted());
      }),
    );
  });

  test("the newest are kept, and one is read where somebody says so", () => {
    let book = begun;
    for (let index = 0; index < noticeLimits.notices + 5; index += 1) book = tell(book, [finding([`x${index}`])]).book;
    expect(book.notices).toHaveLength(noticeLimits.notices);
    expect(book.notices.at(-1)).toMatchObject({ lines: [{ name: `x${noticeLimits.notices + 4}` }] });
    const id = book.notices[0]?.id ?? "";
    const read = markNoticesRead(book, [id, "unknown"]);
    expect(read.notices.filter((notice) => notice.read).map((notice) => notice.id)).toEqual([id]);
    expect(markNoticesRead(read, [id])).toBe(read);
  });

  test("is not what its owner did a moment ago", () => {
    const others = ruleWith({ others: true });
    const row = sampleFleetRow();
    const act = { generation: 7, at: now - minute, operation: "Reconcile" };
    const [occurrence] = watchedOccurrencesOf(others, row, { ends: {}, act });
    if (occurrence === undefined) throw new Error("nothing is told of the act");
    const found = { rule: others, holds: [{ occurrence, cluster: row }] };
    const empty = tell(emptyNoticeDocument("ravi"), [{ rule: others, holds: [] }]).book;
    expect(tell(empty, [found]).notices).toHaveLength(1);
    const own = recordOwnAct(empty, { uid: row.uid, at: now - minute });
    const { notices, book } = tell(own, [found]);
    expect(notices).toEqual([]);
    expect(tell(book, [found], now + 20 * minute).notices).toEqual([]);
  });
});

describe("what is kept", () => {
  test("of a newer build stays as it came", () => {
    const text = JSON.stringify({ owner: "ravi", version: 9, notices: [{ strange: true }] });
    const book = parseNoticeDocument(text);
    expect(JSON.parse(formatNoticeDocument(book ?? begun))).toMatchObject({ version: 9, notices: [{ strange: true }] });
  });

  test.each(["", "null", "[]", "{}", '{"owner":"a"}', '{"owner":"a","notices":[],"marks":{"r1":3}}'])(
    "is no book of notices: %j",
    (text) => {
      expect(parseNoticeDocument(text)).toBeUndefined();
    },
  );
});

describe("occurrences of a row", () => {
  const every = ruleWith({ unhealthy: 5, forced: 7, forecast: true, deadEnd: true, rotation: true, others: true });

  test("none of a cluster in good health", () => {
    expect(watchedOccurrencesOf(every, sampleFleetRow(), { ends: {} })).toEqual([]);
  });

  test("unhealthy from so many minutes after it broke", () => {
    const row = sampleFleetRow({ health: "unhealthy", unhealthySince: "2026-11-24T09:00:00Z" });
    expect(watchedOccurrencesOf(every, row, { ends: {} })).toMatchObject([
      { event: "unhealthy", from: Date.parse("2026-11-24T09:05:00Z"), at: "2026-11-24T09:00:00Z" },
    ]);
  });

  test("what Gardener does nothing to, and not what it takes up again by itself", () => {
    const watch = ruleWith({ held: true });
    const about = (subject: string) =>
      said(watchedOccurrencesOf(watch, sampleFleetRow({ next: { subject, turn: "Operator" } }), { ends: {} })).map(
        ({ what }) => what,
      );
    expect(about("ignored")).toEqual(["Gardener is told to ignore the cluster"]);
    expect(about("failed")).toEqual(["The last operation failed; Gardener has stopped"]);
    for (const subject of ["resuming", "about-to-retry", "retrying", "reconciling", "healthy"]) {
      expect(about(subject)).toEqual([]);
    }
  });

  test("the end of a lifetime from so many days before it", () => {
    const row = sampleFleetRow({ endsAt: "2026-12-24T09:00:00Z" });
    expect(watchedOccurrencesOf(ruleWith({ ends: 7 }), row, { ends: {} })).toMatchObject([
      { event: "ends", from: Date.parse("2026-12-17T09:00:00Z"), at: "2026-12-24T09:00:00Z" },
    ]);
  });

  test("an annotation that maintenance has left is nobody's request", () => {
    const row = sampleFleetRow({ pendingOperation: "reconcile" });
    expect(watchedOccurrencesOf(ruleWith({ others: true }), row, { ends: {} })).toEqual([]);
  });

  test("a forced change from so many days before it, a dead end, and a forecast that was another one", () => {
    const at = now + 20 * 24 * 60 * minute;
    const step = { lane: "controlPlane", hop: "minor", kind: "forced", from: "1.33.4", to: "1.34.1" } as const;
    const forecast = {
      computedAt: now,
      forced: [{ ...step, earliestAt: at, cause: "expired", confidence: "dated" }],
      deadEnds: [{ lane: "controlPlane", code: "no-next-minor", version: "1.34.1", fromAt: at, confidence: "dated" }],
      finalVersions: ["1.34.1"],
      changed: { at: now },
    };
    const found = watchedOccurrencesOf(every, sampleFleetRow({ forecast }), { ends: {} });
    expect(said(found)).toMatchObject([
      { event: "forced", from: at - 7 * 24 * 60 * minute, what: "Forced change: Kubernetes 1.33.4 to 1.34.1" },
      { event: "forecast", from: now, what: expect.stringContaining("before: no forced change") },
      { event: "deadEnd", what: "Dead end: Next minor missing (1.34.1)" },
    ]);
    const later = { ...forecast, changed: { at: now + 5_000 } };
    expect(watchedOccurrencesOf(every, sampleFleetRow({ forecast: later }), { ends: {} })[1]?.key).toBe(found[1]?.key);
  });

  test("an update for which the cluster is not ready, once: not as a forced change too", () => {
    const at = now + 20 * 24 * 60 * minute;
    const step = { lane: "controlPlane", hop: "minor", kind: "forced", from: "1.33.4", to: "1.34.1" } as const;
    const image = { ...step, lane: "pool/a/image", hop: "image", image: "linux", from: "1.0.0", to: "1.1.0" } as const;
    const forecast = {
      computedAt: now,
      forced: [step, image].map((each) => ({ ...each, earliestAt: at, cause: "expired", confidence: "dated" })),
      deadEnds: [],
      finalVersions: ["1.34.1"],
    };
    const told = (events: WatchedEvents, result: string) => {
      const row = sampleFleetRow({ forecast, readiness: { result, ...(result === "not-ready" && { blocks: 2 }) } });
      const found = watchedOccurrencesOf(ruleWith(events), row, { ends: {} });
      return said(found.filter(({ isFolded }) => !isFolded)).map(
        ({ event, from, what }) => [event, (at - from) / (24 * 60 * minute), what] as const,
      );
    };
    const notReady = ["notReady", 14, "Not ready for the forced update to Kubernetes 1.34.1: 2 findings block"];
    const forced = (days: number, words = "") => [
      ["forced", days, `Forced change: Kubernetes 1.33.4 to 1.34.1${words}`],
      ["forced", days, "Forced change: linux 1.0.0 to 1.1.0"],
    ];
    expect(told({ notReady: 14 }, "not-ready")).toEqual([notReady]);
    expect(told({ notReady: 14, forced: 7 }, "not-ready")).toEqual([notReady, forced(7)[1]]);
    expect(told({ notReady: 14, forced: 30 }, "not-ready")).toEqual([notReady, ...forced(30, ", not ready")]);
    expect(told({ forced: 7 }, "not-ready")).toEqual(forced(7, ", not ready"));
    for (const other of ["ready-as-known", "ready-with-risks", "not-looked"]) {
      expect(told({ notReady: 14, forced: 7 }, other)).toEqual(forced(7));
    }

    // Becoming ready is no second notice about the same update, however long the cluster was not ready.
    const watch = ruleWith({ notReady: 30, forced: 30 });
    const holding = (result: string): RuleOccurrences[] => {
      const row = sampleFleetRow({
        forecast: { ...forecast, forced: forecast.forced.slice(0, 1) },
        readiness: { result },
      });
      const found = watchedOccurrencesOf(watch, row, { ends: {} });
      return [{ rule: watch, holds: found.map((occurrence) => ({ occurrence, cluster: row })) }];
    };
    const empty = tell(emptyNoticeDocument("ravi"), [{ rule: watch, holds: [] }]).book;
    const hour = 60 * minute;
    const notice = tell(empty, holding("not-ready"));
    expect(notice.notices).toMatchObject([{ event: "notReady" }]);
    const later = tell(notice.book, holding("not-ready"), now + 72 * hour);
    expect([later, tell(later.book, holding("ready-as-known"), now + 73 * hour)]).toMatchObject([
      { notices: [] },
      { notices: [] },
    ]);
    const first = tell(empty, holding("ready-as-known"));
    expect(first.notices).toMatchObject([{ event: "forced" }]);
    const worse = tell(first.book, holding("not-ready"), now + hour);
    expect(worse.notices).toMatchObject([{ event: "notReady" }]);
    const long = tell(worse.book, holding("not-ready"), now + 72 * hour);
    expect(tell(long.book, holding("ready-as-known"), now + 73 * hour).notices).toEqual([]);
  });

  test("a rotation that waits, and that somebody started it", () => {
    const rotations = [
      { family: "sshKeypair", phase: "Preparing", since: "2026-11-24T08:00:00Z" },
      { family: "certificateAuthorities", phase: "Prepared", since: "2026-11-24T08:00:00Z", wait: "roll-pools" },
    ];
    const found = watchedOccurrencesOf(every, sampleFleetRow({ rotations }), { ends: {} });
    expect(said(found).map(({ event, what }) => [event, what])).toEqual([
      ["rotation", "Rotation waits for people: certificate authorities"],
      ["others", "Rotation started: SSH key pair"],
      ["others", "Rotation started: certificate authorities"],
    ]);
  });

  test("an end that was brought forward, and none that was put off", () => {
    const watch = ruleWith({ earlierEnd: true });
    const ending = (expiresAt?: string) =>
      sampleFleetRow({
        kubernetes: { version: "1.33.4", classification: "supported", ...(expiresAt && { expiresAt }) },
      });
    const known = recordVersionEnds({}, ending("2027-03-01T00:00:00Z"), now);
    expect(recordVersionEnds(known, ending("2027-03-01T00:00:00Z"), now)).toBe(known);
    const sooner = ending("2027-01-01T00:00:00Z");
    const learned = recordVersionEnds(known, sooner, now);
    expect(said(watchedOccurrencesOf(watch, sooner, { ends: learned }))).toMatchObject([
      { what: "Kubernetes 1.33.4 ends earlier, it was 2027-03-01", at: "2027-01-01T00:00:00Z" },
    ]);
    const putOff = ending();
    expect(watchedOccurrencesOf(watch, putOff, { ends: recordVersionEnds(learned, putOff, now) })).toEqual([]);
  });
});
