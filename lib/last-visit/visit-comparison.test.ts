import { describe, expect, test } from "vitest";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { LastVisitChange } from "#lib/contract/last-visit.ts";
import { randomFleet } from "#lib/fleet/random-fleet.fixture.ts";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import {
  fixtureNow,
  sampleDeadEnd,
  sampleForcedStep,
  sampleImageStep,
  sampleRowForecast,
} from "#lib/forecast/row-forecast.fixture.ts";
import { dayMs, hourMs } from "#lib/kube/time-units.ts";
import { VisitComparison, type VisitComparisonInput } from "./visit-comparison.ts";
import { type VisitSnapshot, VisitSnapshotReader, visitSnapshotLines } from "./visit-snapshot.ts";

const seenAt = fixtureNow;
const now = fixtureNow + 15 * hourMs;
const at = (ms: number) => new Date(ms).toISOString().replace(".000Z", "Z");
const later = at(seenAt + 3 * hourMs);

function remembered(rows: readonly FleetRow[]): VisitSnapshot {
  const reader = new VisitSnapshotReader();
  for (const line of visitSnapshotLines(rows, seenAt)) reader.take(line);
  const fleet = reader.whole();
  if (fleet === undefined) throw new Error("the lines are not whole");
  return fleet;
}

function changes(before: readonly FleetRow[], after: readonly FleetRow[], differs: Partial<VisitComparisonInput> = {}) {
  const { clusters = [], ...seen } = remembered(before);
  const comparison = new VisitComparison({
    seen: { ...seen, clusters },
    now,
    covers: () => true,
    maintenanceOf: () => undefined,
    ...differs,
  });
  comparison.read(after);
  return comparison.changes();
}

const onlyChange = (before: Partial<FleetRow>, after: Partial<FleetRow>, differs: Partial<VisitComparisonInput> = {}) =>
  changes([sampleFleetRow(before)], [sampleFleetRow(after)], differs).map(({ change }) => change);

const broken = (type: string) => [{ type, status: "False" }];
const ending = (expiresAt: string) => ({ kubernetes: { version: "1.33.4", classification: "supported", expiresAt } });
const rotation = { family: "certificateAuthorities", phase: "Prepared", since: later };

describe("of one cluster it tells", () => {
  test.each<readonly [string, Partial<FleetRow>, Partial<FleetRow>, readonly LastVisitChange[]]>([
    ["nothing when nothing changed", { conditions: broken("A") }, { conditions: broken("A") }, []],
    [
      "that it became unhealthy, by which condition and since when",
      {},
      { health: "unhealthy", conditions: broken("EveryNodeReady"), unhealthySince: later },
      [{ kind: "unhealthy", conditions: ["EveryNodeReady"], at: later }],
    ],
    [
      "that it broke again after it had been mended",
      { health: "unhealthy", conditions: broken("EveryNodeReady"), unhealthySince: at(seenAt - hourMs) },
      { health: "unhealthy", conditions: broken("EveryNodeReady"), unhealthySince: later },
      [{ kind: "unhealthy", conditions: ["EveryNodeReady"], at: later }],
    ],
    [
      "nothing of what was broken then and still is",
      { health: "unhealthy", conditions: broken("EveryNodeReady"), unhealthySince: at(seenAt - hourMs) },
      { health: "unhealthy", conditions: broken("EveryNodeReady"), unhealthySince: at(seenAt - hourMs) },
      [],
    ],
    ["that it is well again", { health: "unhealthy" }, {}, [{ kind: "recovered" }]],
    [
      "nothing of a restart that interrupts an operation",
      {},
      { lastOperation: { type: "Reconcile", state: "Aborted" } },
      [],
    ],
    [
      "what holds it back, and what waits",
      {},
      { next: { subject: "ignored", turn: "Operator", waiting: "change" } },
      [{ kind: "held", hold: "ignored", waiting: "change" }],
    ],
    [
      "that nothing holds it back any more",
      { next: { subject: "seed-stopped", turn: "Operator" } },
      {},
      [{ kind: "released" }],
    ],
    ["when its lifetime ends", {}, { endsAt: later }, [{ kind: "lifetime", is: later }]],
    ["that its lifetime has no end", { endsAt: later }, {}, [{ kind: "lifetime", was: later }]],
    ["that nobody knows how it is", {}, { health: "unknown" }, [{ kind: "unknown" }]],
    [
      "that its operation failed, and by which codes",
      {},
      {
        health: "unhealthy",
        lastOperation: { type: "Reconcile", state: "Failed" },
        errorCodes: ["ERR_INFRA_QUOTA_EXCEEDED"],
      },
      [{ kind: "failed", type: "Reconcile", state: "failed", codes: ["ERR_INFRA_QUOTA_EXCEEDED"] }],
    ],
    [
      "that its maintenance failed since",
      { lastMaintenance: { state: "Failed", triggeredAt: at(seenAt - dayMs) } },
      { lastMaintenance: { state: "Failed", triggeredAt: later } },
      [{ kind: "maintenance" }],
    ],
    [
      "nothing of a maintenance that had failed before",
      { lastMaintenance: { state: "Succeeded", triggeredAt: at(seenAt - dayMs) } },
      { lastMaintenance: { state: "Failed", triggeredAt: at(seenAt - dayMs) } },
      [],
    ],
    ["that it is being deleted", {}, { deletionRequestedAt: later }, [{ kind: "deleting" }]],
    [
      "that a rotation waits",
      { rotations: [{ ...rotation, phase: "Preparing" }] },
      { rotations: [{ ...rotation, wait: "update-clients-and-complete" }] },
      [{ kind: "rotation", family: "certificateAuthorities", step: "waits", at: later }],
    ],
    [
      "that a rotation was completed, where the garden says when",
      { rotations: [rotation] },
      { rotatedAt: { certificateAuthorities: later } },
      [{ kind: "rotation", family: "certificateAuthorities", step: "completed" }],
    ],
    [
      "no more than that a rotation is over, where it does not",
      { rotations: [rotation] },
      {},
      [{ kind: "rotation", family: "certificateAuthorities", step: "ended" }],
    ],
    [
      "that the profile moved the end of its version",
      ending("2027-02-21T23:59:59Z"),
      ending("2027-01-12T23:59:59Z"),
      [
        {
          kind: "end",
          version: "1.33.4",
          was: "2027-02-21T23:59:59Z",
          is: "2027-01-12T23:59:59Z",
          cause: { kind: "profile", name: "gcp", own: false },
        },
      ],
    ],
    [
      "no end of a version whose profile cannot be read",
      ending("2027-02-21T23:59:59Z"),
      { kubernetes: { version: "1.33.4", classification: "unknown" } },
      [],
    ],
  ])("%s", (_what, before, after, expected) => {
    expect(onlyChange(before, after)).toEqual(expected);
  });
});

describe("of an update it tells", () => {
  const before = { kubernetes: { version: "1.33.4", classification: "supported" } };
  const after = {
    kubernetes: { version: "1.33.6", classification: "supported" },
    lastMaintenance: { state: "Succeeded", triggeredAt: later },
  };
  const run = (description: string) => ({ maintenanceOf: () => ({ description, at: later }) });

  test("that maintenance did it, where the last run since then names both versions", () => {
    const description =
      "All maintenance operations successful. Control Plane: Updated Kubernetes version from 1.33.4 to 1.33.6. Reason: x";
    expect(onlyChange(before, after, run(description))).toEqual([
      { kind: "version", from: "1.33.4", to: "1.33.6", cause: { kind: "maintenance", at: later } },
    ]);
  });

  test.each([
    ["says something else", after, "All maintenance operations successful. Updated from 1.33.4 to 1.33.61"],
    [
      "ran before",
      { ...after, lastMaintenance: { state: "Succeeded", triggeredAt: at(seenAt - hourMs) } },
      "Control Plane: Updated Kubernetes version from 1.33.4 to 1.33.6.",
    ],
  ])("no cause where the last run %s", (_what, row, description) => {
    expect(onlyChange(before, row, run(description))).toEqual([{ kind: "version", from: "1.33.4", to: "1.33.6" }]);
  });

  test("of machine images which one became which, and no more where that is not plain", () => {
    const image = (version: string) => ({ name: "gardenlinux", version, classification: "supported", pools: ["a"] });
    expect(onlyChange({ images: [image("1.0.0")] }, { images: [image("1.1.0"), image("1.1.0")] })).toEqual([
      { kind: "version", image: "gardenlinux", from: "1.0.0", to: "1.1.0" },
    ]);
    expect(onlyChange({ images: [image("1.0.0")] }, { images: [image("1.1.0"), image("1.2.0")] })).toEqual([
      { kind: "images" },
    ]);
  });
});

describe("of forecasts it tells", () => {
  const step = (days: number, to = "1.34.1") => sampleRowForecast({ forced: [sampleForcedStep(days, { to })] });
  const changed = { changed: { at: seenAt + hourMs } };

  test("a forced change at another date, and the profile only where the server saw it change", () => {
    const is = { hop: "minor", to: "1.34.1", at: at(fixtureNow + 20 * dayMs) };
    const was = { hop: "minor", to: "1.34.1", at: at(Date.parse("2027-01-03T00:00:00Z")) };
    expect(onlyChange({ forecast: step(40) }, { forecast: step(20) })).toEqual([{ kind: "forced", was, is }]);
    expect(onlyChange({ forecast: step(40) }, { forecast: { ...step(20), ...changed } })).toEqual([
      { kind: "forced", was, is, cause: { kind: "profile", name: "gcp", own: false } },
    ]);
    expect(onlyChange({ forecast: step(40) }, { forecast: { ...step(20), changed: { at: seenAt - hourMs } } })).toEqual(
      [{ kind: "forced", was, is }],
    );
  });

  test.each([
    ["a window that is moved by less than two days", step(40), step(41)],
    [
      "what is overdue and waits for one window after the other",
      sampleRowForecast({ forced: [sampleForcedStep(0, { overdue: true })] }),
      sampleRowForecast({ forced: [sampleForcedStep(7, { overdue: true })] }),
    ],
    [
      "what was due and has become overdue",
      step(0),
      sampleRowForecast({ forced: [sampleForcedStep(1, { overdue: true })] }),
    ],
    ["a forecast that is not known now", step(40), undefined],
    ["a forecast that was not known then", sampleRowForecast({ without: "no-profile" }), step(40)],
    [
      "an open end that came nearer by time alone",
      sampleRowForecast({ deadEnds: [sampleDeadEnd(181, { code: "highest-minor" })] }),
      sampleRowForecast({ deadEnds: [sampleDeadEnd(180.5, { code: "highest-minor" })] }),
    ],
  ])("nothing of %s", (_what, before, after) => {
    const row = { forecast: before };
    expect(onlyChange(row, after === undefined ? { forecast: undefined } : { forecast: after })).toEqual([]);
  });

  test("a new dead end and one that is gone, with the cause where the row has it", () => {
    const stuck = sampleRowForecast({ deadEnds: [sampleDeadEnd(52)] });
    const told = { code: "no-next-minor", missing: "1.34.x", profile: "gcp" };
    expect(onlyChange({ forecast: sampleRowForecast() }, { forecast: { ...stuck, ...changed } })).toEqual([
      { kind: "stuck", ...told, at: at(fixtureNow + 52 * dayMs), cause: { kind: "profile", name: "gcp", own: false } },
    ]);
    expect(onlyChange({ forecast: stuck }, { forecast: sampleRowForecast() })).toEqual([{ kind: "freed", ...told }]);
    const updated = { forecast: sampleRowForecast(), kubernetes: { version: "1.34.1", classification: "supported" } };
    expect(onlyChange({ forecast: stuck }, updated)).toEqual([
      { kind: "version", from: "1.33.4", to: "1.34.1" },
      { kind: "freed", ...told, cause: { kind: "update" } },
    ]);
  });

  test("an update's other steps as the update alone, and a moved end's date as the end alone", () => {
    const moved = [
      { ...ending("2027-02-21T23:59:59Z"), forecast: step(60) },
      { ...ending("2027-01-12T23:59:59Z"), forecast: step(20) },
    ] as const;
    expect(onlyChange(...moved).map(({ kind }) => kind)).toEqual(["end"]);
    const updated = {
      forecast: sampleRowForecast({ forced: [sampleImageStep(9)] }),
      kubernetes: { version: "1.34.1", classification: "supported" },
    };
    expect(onlyChange({ forecast: step(40) }, updated).map(({ kind }) => kind)).toEqual(["version"]);
  });
});

describe("of a fleet it tells", () => {
  const gone = sampleFleetRow({ name: "gone" });

  test("what came and what went, each as far as it is known", () => {
    const created = sampleFleetRow({ name: "new", createdAt: later });
    const shown = sampleFleetRow({ name: "old", createdAt: at(seenAt - dayMs) });
    const hidden = sampleFleetRow({ name: "far", namespace: "garden-far", project: "far" });
    const found = changes([gone, hidden], [created, shown], { covers: (namespace) => namespace === "garden-pay" });
    expect(found.map(({ change, clusters }) => [change.kind, clusters.map(({ name }) => name)])).toEqual([
      ["gone", ["gone"]],
      ["hidden", ["far"]],
      ["created", ["new"]],
      ["shown", ["old"]],
    ]);
  });

  test("a cluster that was made anew under its old name as deleted and created", () => {
    const anew = sampleFleetRow({ name: "gone", uid: "another-uid-of-it", createdAt: later });
    expect(changes([gone], [anew]).map(({ change }) => change.kind)).toEqual(["gone", "created"]);
  });

  test("equal changes as one, with the first of their dates", () => {
    const rows = (differs: (index: number) => Partial<FleetRow>) =>
      Array.from({ length: 214 }, (_, index) => sampleFleetRow({ name: `c${index}`, ...differs(index) }));
    const before = rows(() => ending("2027-02-21T23:59:59Z"));
    const after = rows((index) => ({
      ...ending("2027-01-12T23:59:59Z"),
      ...(index < 3 && {
        health: "unhealthy",
        conditions: broken("EveryNodeReady"),
        unhealthySince: at(seenAt + (9 - index) * hourMs),
      }),
    }));
    expect(changes(before, after).map(({ change, clusters }) => [change.kind, clusters.length])).toEqual([
      ["unhealthy", 3],
      ["end", 214],
    ]);
    expect(changes(before, after)[0]?.change).toMatchObject({ at: at(seenAt + 7 * hourMs) });
  });

  test.each([3, 11])("nothing when it is compared with itself a moment later, whatever it holds (%i)", (seed) => {
    const fleet = randomFleet(400, seed).map((row) => ({ ...row, unhealthySince: at(seenAt - dayMs) }));
    expect(changes(fleet, fleet, { now: seenAt + 1 })).toEqual([]);
  });

  test("each cluster under a change at most once", () => {
    const found = changes(randomFleet(300, 5), randomFleet(300, 6));
    expect(found.length).toBeGreaterThan(20);
    for (const { clusters } of found) {
      expect(new Set(clusters.map(({ project, name }) => `${project}/${name}`)).size).toBe(clusters.length);
    }
  });
});
