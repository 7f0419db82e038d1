import { describe, expect, test } from "vitest";
import { fleetRow } from "#lib/fleet/fleet-row.fixture.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { utcClock } from "#lib/words/clock.ts";
import type { FleetRow } from "../../contract/fleet.ts";
import type { ForeseenDeadEnd, ForeseenStep, RowForecast } from "../../contract/forecast.ts";
import { needWords } from "./need-words.ts";
import { needsYou } from "./needs-you.ts";

const now = Date.parse("2026-11-21T12:00:00Z");
const ago = (days: number) => new Date(now - days * dayMs).toISOString();

function forecast(more: Partial<RowForecast>): RowForecast {
  return { computedAt: now, forced: [], deadEnds: [], finalVersions: [], ...more };
}

function minor(days: number): ForeseenStep {
  const earliestAt = now + days * dayMs;
  const known = { lane: "controlPlane", hop: "minor", kind: "forced", from: "1.33.4", to: "1.34.3" } as const;
  return { ...known, earliestAt, latestAt: earliestAt + dayMs, cause: "expired", confidence: "dated" };
}

function deadEnd(days: number, overdue = false): ForeseenDeadEnd {
  const known = { lane: "controlPlane", code: "no-next-minor", version: "1.33.4", missing: "1.34.x", profile: "gcp" };
  return {
    ...known,
    fromAt: now + days * dayMs,
    endsAt: now + days * dayMs,
    confidence: "dated",
    ...(overdue && { overdue }),
  };
}

const tiers: readonly (readonly [string, Partial<FleetRow>, number, string])[] = [
  ["the last operation failed", { lastOperation: { state: "Failed" } }, 0, "operation-failed"],
  ["it is unhealthy for 31 minutes", { health: "unhealthy", unhealthySince: ago(31 / 1440) }, 0, "unhealthy"],
  [
    "it stands on an ended version without a way on",
    { forecast: forecast({ deadEnds: [deadEnd(-3, true)] }) },
    0,
    "stuck",
  ],
  ["a dead end comes in 90 days", { forecast: forecast({ deadEnds: [deadEnd(90)] }) }, 1, "dead-end"],
  ["a new minor is forced in 7 days", { forecast: forecast({ forced: [minor(7)] }) }, 1, "forced-minor"],
  ["the last maintenance failed", { lastMaintenance: { state: "Failed" } }, 1, "maintenance-failed"],
  [
    "its certificate authorities end",
    { constraints: [{ type: "CACertificateValiditiesAcceptable", status: "False" }] },
    1,
    "certificates-end",
  ],
  [
    "a rotation waits for 15 days",
    { rotation: { family: "certificateAuthorities", phase: "Prepared", since: ago(15) } },
    2,
    "rotation-waits",
  ],
  ["a new minor is forced in 30 days", { forecast: forecast({ forced: [minor(30)] }) }, 2, "forced-minor"],
  ["its owner can mend an error", { lastOperation: { state: "Error" }, fixer: "user" }, 2, "yours-to-mend"],
  [
    "it is held on a deprecated version",
    {
      kubernetes: { version: "1.33.4", classification: "deprecated" },
      autoUpdate: { kubernetes: false, images: true },
    },
    3,
    "deprecated-and-held",
  ],
];

describe("a cluster needs somebody when", () => {
  test.each(tiers)("%s", (_why, differs, tier, id) => {
    expect(needsYou([fleetRow(differs)], now)).toMatchObject([{ tier, need: { id }, others: 0 }]);
  });

  test.each(tiers)("%s, and there are words and a way on", (_why, differs) => {
    const [need] = needsYou([fleetRow(differs)], now);
    if (need === undefined) throw new Error("nothing is needed");
    const { what, when, action } = needWords(need, { clock: utcClock, now });
    expect(what.length).toBeGreaterThan(5);
    expect(when).not.toBe("");
    expect(action.path).toMatch(/^\/clusters\/pay\/prod-eu1/);
  });
});

describe("a cluster needs nobody when", () => {
  test.each<readonly [string, Partial<FleetRow>]>([
    ["all is well", {}],
    ["it is unhealthy for 29 minutes", { health: "unhealthy", unhealthySince: ago(29 / 1440) }],
    ["nobody says since when it is unhealthy", { health: "unhealthy" }],
    ["a dead end lies 91 days ahead", { forecast: forecast({ deadEnds: [deadEnd(91)] }) }],
    ["a new minor is forced in 31 days", { forecast: forecast({ forced: [minor(31)] }) }],
    [
      "a rotation waits for 14 days",
      { rotation: { family: "certificateAuthorities", phase: "Prepared", since: ago(14) } },
    ],
    ["gardenlet retries what only an operator can mend", { lastOperation: { state: "Error" }, fixer: "operator" }],
    ["it is being deleted", { deletionRequestedAt: ago(1), lastMaintenance: { state: "Failed" } }],
  ])("%s", (_why, differs) => {
    expect(needsYou([fleetRow(differs)], now)).toEqual([]);
  });
});

test("the list is ordered by tier, date, production first, then name, and names a cluster once", () => {
  const rows = [
    fleetRow({ name: "d", purpose: "testing", forecast: forecast({ deadEnds: [deadEnd(10)] }) }),
    fleetRow({ name: "c", forecast: forecast({ deadEnds: [deadEnd(10)], forced: [minor(3)] }) }),
    fleetRow({ name: "b", forecast: forecast({ deadEnds: [deadEnd(10)] }) }),
    fleetRow({ name: "a", lastMaintenance: { state: "Failed" } }),
    fleetRow({
      name: "z",
      lastOperation: { state: "Failed", updatedAt: ago(1) },
      lastMaintenance: { state: "Failed" },
    }),
  ];
  const found = needsYou(rows, now);
  expect(found.map(({ row, others }) => [row.name, others])).toEqual([
    ["z", 1],
    ["c", 1],
    ["b", 0],
    ["d", 0],
    ["a", 0],
  ]);
});
