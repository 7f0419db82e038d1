import { describe, expect, test } from "vitest";
import type { Act, ActPreview } from "#lib/contract/act.ts";
import type { Freezes } from "#lib/contract/freeze/freezes.ts";
import { utcClock } from "#lib/words/clock.ts";
import { allowedPreview } from "./act-preview.fixture.ts";
import { freezeChecksOf, isMeantByFreeze } from "./freeze-check.ts";

const freeze = { id: "a", name: "Year end", by: "o", at: "2026-11-01T00:00:00Z" };
const freezes = (from: string, until: string): Freezes => ({
  projects: [{ project: "payments", freezes: [{ ...freeze, from, until }], unshown: 0 }],
  ...{ forbidden: [], beyond: 0 },
});
const checksOf = (preview: Partial<ActPreview>, held: Freezes) =>
  freezeChecksOf(allowedPreview(preview), held, utcClock).map(({ verdict, sentence }) => [verdict, sentence]);

const inWindow = {
  when: {
    at: "maintenance-window" as const,
    window: { from: "2026-11-24T22:00:00Z", to: "2026-11-24T23:00:00Z" },
    notes: [],
  },
};

describe("what a preview says about a freeze", () => {
  // The preview is of 2026-11-24T12:00:00Z.
  test("an action now is inside a freeze that has begun, and outside of one to come or one that has ended", () => {
    expect(checksOf({}, freezes("2026-11-24T12:00:00Z", "2026-12-01T00:00:00Z"))).toEqual([
      ["warn", expect.stringContaining("Inside the freeze Year end of the project payments (Tue 24 Nov 2026, 12:00")],
    ]);
    expect(checksOf({}, freezes("2026-11-24T12:00:01Z", "2026-12-01T00:00:00Z"))).toEqual([]);
    expect(checksOf({}, freezes("2026-11-20T00:00:00Z", "2026-11-24T12:00:00Z"))).toEqual([]);
  });

  test("an action in the maintenance window is judged by the window, not by now", () => {
    expect(checksOf(inWindow, freezes("2026-11-24T12:00:00Z", "2026-11-24T20:00:00Z"))).toEqual([]);
    expect(checksOf(inWindow, freezes("2026-11-24T20:00:00Z", "2026-12-01T00:00:00Z"))).toEqual([
      ["warn", expect.stringMatching(/^Inside the freeze/)],
    ]);
    expect(checksOf(inWindow, freezes("2026-11-24T22:30:00Z", "2026-12-01T00:00:00Z"))).toEqual([
      ["warn", expect.stringMatching(/^The window overlaps the freeze/)],
    ]);
  });

  test("a cluster without a readable window may begin at any time of the next day", () => {
    const anyTime = { when: { at: "maintenance-window" as const, notes: [] } };
    expect(checksOf(anyTime, freezes("2026-11-25T11:00:00Z", "2026-12-01T00:00:00Z"))).toHaveLength(1);
    expect(checksOf(anyTime, freezes("2026-11-25T12:00:00Z", "2026-12-01T00:00:00Z"))).toHaveLength(0);
  });

  test("an action that waits for a Seed can fall into any freeze from now on, and no window is named", () => {
    const whenReady = { when: { at: "seed-ready" as const, notes: [] } };
    expect(checksOf(whenReady, freezes("2027-11-25T12:00:00Z", "2027-12-01T00:00:00Z"))).toEqual([
      ["warn", expect.stringMatching(/^This can fall into the freeze Year end/)],
    ]);
    expect(checksOf(whenReady, freezes("2026-11-20T00:00:00Z", "2026-12-01T00:00:00Z"))).toEqual([
      ["warn", expect.not.stringContaining("window")],
    ]);
    expect(checksOf(whenReady, freezes("2026-11-20T00:00:00Z", "2026-11-24T12:00:00Z"))).toEqual([]);
  });

  test("every warning says that Gardener does not know the freeze", () => {
    const long = freezes("2026-11-24T12:00:00Z", "2026-12-01T00:00:00Z");
    const late = freezes("2026-11-24T22:30:00Z", "2026-12-01T00:00:00Z");
    const sentences = [...checksOf({}, long), ...checksOf(inWindow, late)].map(([, sentence]) => sentence);
    expect(sentences).toEqual([1, 2].map(() => expect.stringMatching(/, which Gardener does not know\.$/)));
  });

  test("periods that were not read are unknown, not absent", () => {
    const unread: Freezes = { projects: [], forbidden: ["payments"], beyond: 0 };
    expect(checksOf({}, unread)).toEqual([["unknown", expect.stringContaining("payments")]]);
  });
});

describe("a freeze is meant to keep away", () => {
  const change: Act = { kind: "change", about: "manifest", patch: {} };
  const changed = (path: string) => ({ pools: [], changes: [{ path, by: "request" as const }] });
  const pool = { name: "data", sentence: "", triggers: [] };

  test.each([
    ["spec.kubernetes.version", true],
    ["spec.provider.workers[data].kubernetes.version", true],
    ["spec.provider.workers[data].machine.image.version", true],
    ["spec.provider.workers[data].maximum", false],
    ["spec.kubernetes.kubeAPIServer.requests.maxMutatingInflight", false],
    ["metadata.labels.team", false],
  ])("a change of %s: %s", (path, isMeant) => {
    expect(isMeantByFreeze(change, changed(path))).toBe(isMeant);
  });

  test("whatever replaces nodes or updates them in place, and maintenance at once", () => {
    const none = { pools: [], changes: [] };
    for (const effect of ["rollingUpdate", "inPlaceAuto", "providerDependent"]) {
      expect(isMeantByFreeze(change, { ...none, pools: [{ ...pool, effect }] })).toBe(true);
    }
    expect(isMeantByFreeze(change, { ...none, pools: [{ ...pool, effect: "none" }] })).toBe(false);
    expect(isMeantByFreeze({ kind: "operation", id: "maintain", when: "now" }, none)).toBe(true);
    expect(isMeantByFreeze({ kind: "operation", id: "reconcile", when: "now" }, none)).toBe(false);
  });
});
