import { expect, test } from "vitest";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import {
  fixtureNow,
  sampleDeadEnd,
  sampleForcedStep,
  sampleImageStep,
  sampleRowForecast,
} from "#lib/forecast/row-forecast.fixture.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { dayMs, hourMs } from "#lib/kube/time-units.ts";
import type { ForecastStep } from "#lib/policy/forecast/component-forecast.ts";
import type { ForecastVariant } from "#lib/policy/forecast/forecast-result.ts";
import { utcClock } from "#lib/words/clock.ts";
import { clusterTimeLine, isPastEvent, noForcedChangeUntil } from "./time-line.ts";
import { timeLineFutureMs, timeLinePastMs } from "./time-line-event.ts";

const context = { clock: utcClock, now: fixtureNow };
const timeLine = (row: Partial<FleetRow>, more: { shoot?: Shoot; outlook?: ForecastVariant } = {}) =>
  clusterTimeLine({ row: sampleFleetRow(row), ...more }, context);
const summary = (row: Partial<FleetRow>) => timeLine(row).map(({ kind, when, what, hue }) => [kind, when, what, hue]);
const daysAgo = (days: number) => new Date(fixtureNow - days * dayMs).toISOString();

const kubernetes = { version: "1.33.4", classification: "supported", expiresAt: "2027-02-21T00:00:00Z" };
const window = { begin: "010000+0000", end: "030000+0000" };

function shootWith(status: object): Shoot {
  return {
    metadata: { name: "any", namespace: "garden-any", creationTimestamp: daysAgo(400) },
    spec: { kubernetes: { version: "1.33.4" }, provider: { type: "gcp", workers: [] } },
    status,
  };
}

function outlookOf(...hops: readonly Partial<ForecastStep>[]): ForecastVariant {
  const step: ForecastStep = {
    from: "1.33.4",
    to: "1.34.1",
    kind: "forced",
    cause: {
      code: "forced-next-minor",
      step: "minor",
      leave: { code: "expired", expiredAt: fixtureNow + 29 * dayMs },
      targetClassification: "supported",
      notBecause: [],
    },
    earliestAt: fixtureNow + 30 * dayMs,
    path: "both",
    effects: [{ kind: "node-roll", pools: ["data"], maximumNodes: 4 }],
    cleanups: [],
    confidence: "dated",
  };
  const lane = { id: { kind: "control-plane" }, version: "1.33.4", followsControlPlane: false } as const;
  return {
    lanes: [{ ...lane, hops: hops.map((hop) => ({ ...step, ...hop })), deadEnds: [], finalVersions: [] }],
    rejections: [],
  };
}

test("the window, forced steps, the end of the version and dead ends come in time order", () => {
  const forecast = sampleRowForecast({
    forced: [sampleForcedStep(30), sampleImageStep(40)],
    deadEnds: [sampleDeadEnd(200)],
  });
  expect(summary({ kubernetes, forecast, window })).toEqual([
    ["window", "25 Nov, 01:00–03:00", "Next maintenance window", "neutral"],
    ["forced", "24 Dec", "Forced to 1.34.1", "caution"],
    ["forced", "3 Jan 2027", "Forced to gardenlinux 1592.9.0 in pool a", "caution"],
    ["expiry", "20 Feb 2027", "Kubernetes expires", "caution"],
    ["stuck", "From 12 Jun 2027", "Dead end: 1.34 missing in gcp", "caution"],
  ]);
});

test("with the whole forecast every step is shown, with its nodes, its interval and its reason", () => {
  const earliestAt = fixtureNow + 200 * dayMs;
  const outlook = outlookOf(
    { latestAt: fixtureNow + 30 * dayMs + hourMs },
    { from: "1.34.1", to: "1.35.0", earliestAt },
    { from: "1.35.0", to: "1.35.1", kind: "auto", earliestAt: fixtureNow + timeLineFutureMs + dayMs },
  );
  const events = timeLine({ forecast: sampleRowForecast({ forced: [sampleForcedStep(30)] }) }, { outlook });
  expect(events.map(({ when, what, at, until }) => [when, what, at, until])).toEqual([
    ["24 Dec", "Forced to 1.34.1: ≤ 4 nodes replaced", fixtureNow + 30 * dayMs, fixtureNow + 30 * dayMs + hourMs],
    ["from 12 Jun 2027", "Forced to 1.35.0: ≤ 4 nodes replaced", earliestAt, undefined],
  ]);
  expect(events[0]?.why.join(" ")).toMatch(/^1\.33\.4 expires on .*Up to 4 nodes are replaced in pool data\./);
});

test("calm is said only where a forecast is known and nothing is forced or stuck", () => {
  const calmOf = (row: Partial<FleetRow>) => noForcedChangeUntil(sampleFleetRow(row), timeLine(row), fixtureNow);
  expect(calmOf({ forecast: sampleRowForecast() })).toBe(fixtureNow + timeLineFutureMs);
  expect(calmOf({ forecast: sampleRowForecast({ forced: [sampleForcedStep(30)] }) })).toBeUndefined();
  expect(calmOf({ forecast: sampleRowForecast({ deadEnds: [sampleDeadEnd(100)] }) })).toBeUndefined();
  expect(calmOf({ forecast: sampleRowForecast({ without: "no-profile" }) })).toBeUndefined();
  expect(calmOf({})).toBeUndefined();
  expect(calmOf({ forecast: sampleRowForecast(), endsAt: daysAgo(-300) })).toBeUndefined();
  expect(calmOf({ forecast: sampleRowForecast(), deletionRequestedAt: daysAgo(1) })).toBeUndefined();
});

test("nothing follows the end of the lifetime", () => {
  const forecast = sampleRowForecast({ deadEnds: [sampleDeadEnd(200)] });
  const createdAt = daysAgo(60);
  const row = { kubernetes, forecast, window, createdAt, endsAt: "2026-12-01T10:00:00Z" };
  expect(timeLine(row).map(({ kind }) => kind)).toEqual(["window", "lifetime"]);
  expect(timeLine({ window, endsAt: "2026-11-24T23:00:00Z" }).map(({ kind }) => kind)).toEqual(["lifetime"]);
});

test("a cluster in deletion has no events ahead", () => {
  const row = {
    kubernetes,
    window,
    forecast: sampleRowForecast({ forced: [sampleForcedStep(3)] }),
    createdAt: daysAgo(10),
  };
  const shoot = shootWith({ lastOperation: { type: "Delete", state: "Processing", lastUpdateTime: daysAgo(0) } });
  const events = timeLine({ ...row, deletionRequestedAt: daysAgo(0) }, { shoot });
  expect(events.filter(isPastEvent).map(({ what }) => what)).toEqual(["Last operation: Delete, Processing"]);
  expect(events.filter((event) => !isPastEvent(event)).map(({ what }) => what)).toEqual([
    "The cluster is being deleted: there is no maintenance any more.",
  ]);
});

test("maintenance of a cluster that is held back changes its specification only, and no node", () => {
  const next = { subject: "ignored", turn: "Operator" };
  const row = { next, window, forecast: sampleRowForecast({ forced: [sampleForcedStep(30)] }) };
  for (const events of [timeLine(row), timeLine(row, { outlook: outlookOf({}) })]) {
    expect(events).toHaveLength(2);
    for (const { what, why } of events) {
      expect(what).toContain("specification only");
      expect([what, ...why].join(" ")).not.toMatch(/nodes? (is|are)? ?replaced/);
    }
  }
});

test("credentials are shown when they reach 90 days, together if they do so within a week", () => {
  const rotatedAt = { certificateAuthorities: daysAgo(95), serviceAccountKey: daysAgo(93), sshKeypair: daysAgo(10) };
  const events = timeLine({ createdAt: daysAgo(400), rotatedAt });
  expect(events.map(({ when, what, hue }) => [when, what, hue])).toEqual([
    ["18 Jan", "Rotation due: 1 credential", "negative"],
    ["19–21 Nov", "Rotation due: 2 credentials", "negative"],
    ["12 Feb 2027", "Rotation recommended: 1 credential", "neutral"],
  ]);
  expect(events[0]?.why[0]).toBe("Etcd encryption key: never rotated, created 400 d ago");
});

test("a credential that is not due yet does not count with one that is", () => {
  const rotatedAt = {
    ...{ certificateAuthorities: daysAgo(92), serviceAccountKey: daysAgo(88), etcdEncryptionKey: daysAgo(88) },
  };
  expect(timeLine({ createdAt: daysAgo(400), rotatedAt }).map(({ what }) => what)).toEqual([
    "Rotation due: 1 credential",
    "Rotation recommended: 2 credentials",
  ]);
});

test("what is over: the last operation and maintenance of the last two months, with what Gardener reports", () => {
  const shoot = shootWith({
    lastOperation: { type: "Reconcile", state: "Failed", lastUpdateTime: daysAgo(1), description: "quota" },
    lastMaintenance: { state: "Failed", triggeredTime: daysAgo(2), description: "tried", failureReason: "refused" },
  });
  expect(timeLine({}, { shoot }).map(({ what, why, hue }) => [what, why, hue])).toEqual([
    ["Last maintenance: Failed", ["tried", "refused"], "negative"],
    ["Last operation: Reconcile, Failed", ["quota"], "negative"],
  ]);
  const accepted = shootWith({
    lastOperation: { type: "Reconcile", state: "Failed", lastUpdateTime: daysAgo(1) },
    lastMaintenance: {
      state: "Succeeded",
      triggeredTime: daysAgo(2),
      description: "All maintenance operations successful.",
    },
  });
  expect(timeLine({}, { shoot: accepted }).map(({ what, hue, tab }) => [what, hue, tab])).toEqual([
    ["Maintenance accepted", "neutral", "activity"],
    ["Last operation: Reconcile, Failed", "negative", "activity"],
  ]);
  const old = shootWith({
    lastMaintenance: { state: "Succeeded", triggeredTime: daysAgo(timeLinePastMs / dayMs + 1) },
  });
  expect(timeLine({}, { shoot: old })).toEqual([]);
});

test("a step of the next window says that the last maintenance failed and why, a later step does not", () => {
  const lastMaintenance = { state: "Failed", triggeredAt: daysAgo(1), failureReason: "refused" };
  const forecast = sampleRowForecast({ forced: [sampleForcedStep(0), sampleImageStep(40)], deadEnds: [] });
  const failures = (more: { outlook?: ForecastVariant }) =>
    timeLine({ window, lastMaintenance, forecast }, more)
      .filter(({ kind }) => kind === "forced")
      .map(({ what, why: [first] }) => [
        what.endsWith("; the last maintenance failed"),
        first?.includes("failed: “refused”. The next run tries again."),
      ]);
  const both = [
    [true, true],
    [false, false],
  ];
  expect(failures({})).toEqual(both);
  expect(failures({ outlook: outlookOf({ earliestAt: fixtureNow }, { to: "1.35.0" }) })).toEqual(both);
});

test("missing and malformed dates leave an event out, and take no other with them", () => {
  const shoot = shootWith({
    lastOperation: { type: "Newer", state: "Odd", lastUpdateTime: "yesterday" },
    lastMaintenance: { state: "Odd", triggeredTime: daysAgo(1) },
  });
  const events = timeLine({ kubernetes: { ...kubernetes, expiresAt: "never" }, createdAt: "?" }, { shoot });
  expect(events.map(({ what, hue }) => [what, hue])).toEqual([["Last maintenance: Odd", "neutral"]]);
});
