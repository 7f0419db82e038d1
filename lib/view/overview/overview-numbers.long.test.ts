import { describe, expect, test } from "vitest";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { createFleetContext } from "#lib/fleet/fields/create-fleet-context.ts";
import { filterFleet } from "#lib/fleet/filter-fleet.ts";
import { parseFleetQuery } from "#lib/fleet/fleet-query.ts";
import { createRandomNumbers } from "#lib/fleet/random-fleet.fixture.ts";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import { fixtureNow, sampleDeadEnd, sampleForcedStep, sampleRowForecast } from "#lib/forecast/row-forecast.fixture.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { screenNumbersWithQueries } from "../numbers.fixture.ts";
import { upcomingWeeksOf } from "./almanac-weeks.ts";
import { attentionGroups } from "./attention.ts";
import { describeAttentionGroup } from "./attention-descriptions.ts";
import { minorsInUse } from "./minors-in-use.ts";

const now = fixtureNow;
const nobody: ReadonlySet<string> = new Set();
const ago = (days: number) => new Date(now - days * dayMs).toISOString();
const endsAt = Date.parse("2027-01-15T23:59:59Z");
const titlesOf = (rows: readonly FleetRow[], own = nobody) =>
  attentionGroups(rows, { now, own }).map((group) => [
    group.tier,
    describeAttentionGroup(group, now).title,
    group.rows.length,
  ]);

describe("a cluster needs attention when", () => {
  test.each<readonly [Partial<FleetRow>, readonly (readonly [string, string, number])[]]>([
    [
      { lastOperation: { type: "Reconcile", state: "Failed" }, errorCodes: ["ERR_INFRA_UNAUTHENTICATED"] },
      [["now", "Reconcile failed: the cloud provider does not accept the credentials", 1]],
    ],
    [{ lastOperation: { type: "Reconcile", state: "Failed" } }, [["now", "Reconcile failed", 1]]],
    [{ lastOperation: { type: "Reconcile", state: "Error" } }, [["now", "Reconcile failed, retrying", 1]]],
    [{ next: { subject: "ignored", turn: "Operator", waiting: "change" } }, [["now", "Ignored, a change waits", 1]]],
    [{ next: { subject: "ignored", turn: "Operator" } }, [["open", "Ignored", 1]]],
    [
      { next: { subject: "seed-stopped", turn: "Operator", waiting: "deletion" }, deletionRequestedAt: ago(1) },
      [["now", "Seed stopped, a deletion waits", 1]],
    ],
    [{ next: { subject: "seed-silent", turn: "Operator" } }, [["now", "Seed silent", 1]]],
    [{ next: { subject: "seed-not-ready", turn: "Operator" } }, [["now", "Seed not ready", 1]]],
    [{ next: { subject: "leaving-seed", turn: "Operator" } }, [["now", "Leaving its Seed", 1]]],
    [
      { next: { subject: "held-by-finalizer", turn: "Owner" }, deletionRequestedAt: ago(1) },
      [["now", "Held by a finalizer", 1]],
    ],
    [{ next: { subject: "not-scheduled", turn: "Operator" } }, [["now", "No Seed found", 1]]],
    [{ next: { subject: "change-pending", turn: "Gardener", since: ago(0.1) } }, [["now", "Change not taken up", 1]]],
    [{ endsAt: ago(-3) }, [["now", "Lifetime ends 27 Nov 2026", 1]]],
    [{ endsAt: ago(-20) }, [["30", "Lifetime ends 14 Dec 2026", 1]]],
    [{ endsAt: ago(-80) }, [["90", "Lifetime ends 12 Feb 2027", 1]]],
    [
      { next: { subject: "healthy", turn: "Nobody", notes: ["schedule-never-comes"] } },
      [["now", "Hibernation schedule that never comes", 1]],
    ],
    [
      { next: { subject: "failed", turn: "Owner", notes: ["schedules-unreadable"] } },
      [
        ["now", "Hibernation schedule not readable", 1],
        ["now", "Last operation failed", 1],
      ],
    ],
    [
      { health: "unhealthy", conditions: [{ type: "EveryNodeReady", status: "False" }] },
      [["now", "Unhealthy: nodes", 1]],
    ],
    [
      { forecast: sampleRowForecast({ forced: [sampleForcedStep(52, { endsAt })] }) },
      [["90", "1.33.4 in gcp ends 15 Jan 2027", 1]],
    ],
    [
      { forecast: sampleRowForecast({ forced: [sampleForcedStep(0, { endsAt: now - dayMs, overdue: true })] }) },
      [["ended", "1.33.4 in gcp ended 23 Nov 2026", 1]],
    ],
    [
      {
        images: [{ name: "flatcar", version: "3975.2.2", classification: "deprecated", pools: ["a"] }],
        forecast: sampleRowForecast({
          deadEnds: [sampleDeadEnd(52, { lane: "pool/a/image", code: "newest-image", version: "3975.2.2", endsAt })],
        }),
      },
      [["90", "flatcar 3975.2.2 in gcp ends 15 Jan 2027", 1]],
    ],
    [
      { forecast: sampleRowForecast({ forced: [sampleForcedStep(1, { cause: "not-in-profile" })] }) },
      [["ended", "1.33.4 is not in the profile", 1]],
    ],
    [
      {
        forecast: sampleRowForecast({
          deadEnds: [
            sampleDeadEnd(3, { code: "rejected-by-dry-run", version: "", missing: "spec.addons", profile: "gcp" }),
          ],
        }),
      },
      [["30", "Maintenance would be refused: spec.addons refused", 1]],
    ],
    [{ lastMaintenance: { state: "Failed" } }, [["now", "Last maintenance failed", 1]]],
    [
      { constraints: [{ type: "CACertificateValiditiesAcceptable", status: "False" }] },
      [["open", "Certificate authorities end within a year", 1]],
    ],
    [
      {
        rotations: [
          {
            family: "certificateAuthorities",
            phase: "Prepared",
            since: ago(15),
            wait: "update-clients-and-complete",
          },
        ],
      },
      [["open", "Rotation waiting for more than 14 days", 1]],
    ],
    [
      {
        kubernetes: { version: "1.33.4", classification: "deprecated" },
        autoUpdate: { kubernetes: false, images: true },
      },
      [["open", "Deprecated Kubernetes, automatic updates off", 1]],
    ],
  ])("%j", (differs, expected) => {
    expect(titlesOf([sampleFleetRow(differs)])).toEqual(expected);
  });

  test.each<readonly [string, Partial<FleetRow>]>([
    ["all is well", {}],
    [
      "its version ends in 91 days",
      { forecast: sampleRowForecast({ forced: [sampleForcedStep(91, { endsAt: now + 91 * dayMs })] }) },
    ],
    ["an end is open", { forecast: sampleRowForecast({ deadEnds: [sampleDeadEnd(400, { code: "highest-minor" })] }) }],
    ["it is being deleted", { deletionRequestedAt: ago(1), lastMaintenance: { state: "Failed" } }],
  ])("but not when %s", (_why, differs) => {
    expect(titlesOf([sampleFleetRow(differs)])).toEqual([]);
  });
});

test("one cause is one group, whatever becomes of its clusters, and own ones stand first in it", () => {
  const ending = (name: string, project: string, purpose: string) =>
    sampleFleetRow({
      name,
      project,
      purpose,
      forecast: sampleRowForecast({ forced: [sampleForcedStep(52, { endsAt })] }),
    });
  const stuck = sampleFleetRow({
    name: "stuck",
    forecast: sampleRowForecast({ deadEnds: [sampleDeadEnd(52, { version: "1.33.4", endsAt })] }),
  });
  const rows = [
    stuck,
    ending("b", "shop", "testing"),
    ending("a", "other", "production"),
    ending("c", "shop", "production"),
  ];
  const [group, ...others] = attentionGroups(rows, { now, own: new Set(["shop"]) });
  expect(others).toEqual([]);
  expect(group?.rows.map(({ name }) => name)).toEqual(["c", "b", "a", "stuck"]);
  expect(group?.effects).toEqual(["1.34 missing in gcp", "1.34.1 minor"]);
});

test("what is so now comes first, then by date", () => {
  const rows = [
    sampleFleetRow({ name: "a", lastMaintenance: { state: "Failed" } }),
    sampleFleetRow({ name: "b", forecast: sampleRowForecast({ forced: [sampleForcedStep(52, { endsAt })] }) }),
    sampleFleetRow({
      name: "c",
      forecast: sampleRowForecast({ forced: [sampleForcedStep(10, { from: "1.32.2", endsAt: now + 10 * dayMs })] }),
    }),
  ];
  expect(titlesOf(rows).map(([tier, title]) => `${tier}: ${title}`)).toEqual([
    "now: Last maintenance failed",
    "30: 1.32.2 in gcp ends 4 Dec 2026",
    "90: 1.33.4 in gcp ends 15 Jan 2027",
  ]);
});

/** Random list rows with all kinds of problems; the same seed gives the same rows. */
function anyFleet(size: number, seed: number): readonly FleetRow[] {
  const { below, pick } = createRandomNumbers(seed);
  return Array.from({ length: size }, (_, index) => {
    const days = below(200);
    const forced =
      below(3) === 0
        ? [
            sampleForcedStep(days, {
              from: `1.3${below(4)}.1`,
              endsAt: now + below(140) * dayMs,
              overdue: below(6) === 0,
            }),
          ]
        : [];
    const deadEnds =
      below(4) === 0
        ? [
            sampleDeadEnd(below(400), {
              code: pick(["no-next-minor", "highest-minor", "rejected-by-dry-run"]),
              version: pick(["", "1.33.4"]),
            }),
          ]
        : [];
    const broken = below(5) === 0;
    const deleting = below(9) === 0;
    return sampleFleetRow({
      name: `c${index}`,
      project: `p${below(4)}`,
      purpose: pick(["production", "development"]),
      health: pick(["healthy", "unhealthy", "progressing"]),
      conditions: [{ type: pick(["EveryNodeReady", "APIServerAvailable"]), status: pick(["True", "False"]) }],
      ...(broken && {
        lastOperation: { type: "Reconcile", state: pick(["Failed", "Aborted", "Error", "Succeeded"]) },
        fixer: pick(["user", "operator"]),
        errorCodes: pick<string[]>([
          [],
          ["ERR_INFRA_QUOTA_EXCEEDED"],
          ["ERR_INFRA_QUOTA_EXCEEDED", "ERR_CLEANUP_CLUSTER_RESOURCES"],
        ]),
      }),
      ...(below(9) === 0 && { lastMaintenance: { state: "Failed" } }),
      ...(deleting && { deletionRequestedAt: ago(1) }),
      autoUpdate: { kubernetes: below(2) === 0, images: true },
      kubernetes: { version: pick(["1.9.3", "1.33.4", "1.34.0"]), classification: pick(["supported", "deprecated"]) },
      pinnedPools: pick([[], [{ pool: "old", version: "1.32.7" }]]),
      forecast: sampleRowForecast(
        deleting ? { without: "deleting" } : below(15) === 0 ? { without: "no-profile" } : { forced, deadEnds },
      ),
    });
  });
}

describe.each([
  ["three hundred clusters", anyFleet(300, 5)],
  ["ten thousand", anyFleet(10_000, 9)],
] as const)("every number is the number of clusters behind its link, among %s:", (_name, fleet) => {
  // Long timeout: ten thousand clusters are filtered for each of several hundred numbers.
  test.each(["", "project=p1", "purpose=production&project=p1,p2"])("under '%s'", { timeout: 180_000 }, (text) => {
    const query = parseFleetQuery(new URLSearchParams(text));
    const rows = filterFleet(fleet, query, createFleetContext(now));
    const numbers = screenNumbersWithQueries({ rows, query, now });
    expect(numbers.length).toBeGreaterThan(30);
    for (const { what, number, asked } of numbers) {
      expect({ what, number }).toEqual({ what, number: filterFleet(fleet, asked, createFleetContext(now)).length });
    }
  });
});

test("a week of the strip has the versions that end in it, by dates of UTC", () => {
  const end = (id: string, at: string) => ({
    ...({ id, layer: "k8s", about: id, title: id, short: id, facts: [], clusters: [], hue: "negative" } as const),
    at: Date.parse(at),
  });
  // Midnight between Sunday and Monday belongs to Sunday.
  const ends = [end("a", "2026-11-29T23:59:59Z"), end("b", "2026-11-30T00:00:00Z"), end("c", "2026-11-30T00:00:01Z")];
  const { weeks } = upcomingWeeksOf([], { now, ends });
  expect(weeks.slice(0, 3).map((week) => week.ends?.map(({ id }) => id))).toEqual([["a", "b"], ["c"], []]);
  expect(weeks[0]?.time).toBe("2026-11-23..2026-11-29");
});

test("minors in use stand oldest first, and a cluster whose pool is behind counts for both", () => {
  const row = (version: string, classification: string, pool?: string) =>
    sampleFleetRow({
      kubernetes: { version, classification },
      pinnedPools: pool === undefined ? [] : [{ pool: "old", version: pool }],
    });
  const rows = [
    row("1.10.2", "supported"),
    row("1.34.1", "deprecated", "1.33.9"),
    row("1.34.2", "supported"),
    row("1.9.1", "expired"),
    row("unknown", "unknown"),
  ];
  expect(minorsInUse(rows)).toEqual([
    { minor: "1.9", clusters: 1, aged: 1 },
    { minor: "1.10", clusters: 1, aged: 0 },
    { minor: "1.33", clusters: 1, aged: 0 },
    { minor: "1.34", clusters: 2, aged: 1 },
  ]);
});
