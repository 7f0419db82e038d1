import { expect, test } from "vitest";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import { sampleDeadEnd, sampleForcedStep, sampleRowForecast } from "#lib/forecast/row-forecast.fixture.ts";
import { projectNumbersOf } from "./project-numbers.ts";

const scope = {
  all: false,
  projects: ["shop", "empty"].map((name) => ({ name, namespace: `garden-${name}` })),
  unreadable: [],
};
const live = { state: "live", asOf: "2026-11-30T10:00:00Z" } as const;
const numbersOf = (...rows: readonly FleetRow[]) => projectNumbersOf({ freshness: live, rows, scope });

test("a project without clusters has none, and one whose clusters the user does not see has no numbers", () => {
  const numbers = numbersOf(sampleFleetRow({ project: "shop", health: "unhealthy" }));
  expect(numbers?.get("shop")).toMatchObject({ clusters: 1, unhealthy: 1 });
  expect(numbers?.get("empty")).toEqual({ clusters: 0, unhealthy: 0, secretBindings: 0 });
  expect(numbers?.has("hidden")).toBe(false);
});

test("nothing is counted before all clusters were read", () => {
  expect(projectNumbersOf({ freshness: { state: "loading" }, rows: [], scope })).toBeUndefined();
});

test("what comes next is the first forced change or dead end, and says which", () => {
  const forced = sampleFleetRow({
    project: "shop",
    name: "a",
    forecast: sampleRowForecast({ forced: [sampleForcedStep(30)] }),
  });
  const stuck = sampleFleetRow({
    project: "shop",
    name: "b",
    forecast: sampleRowForecast({ deadEnds: [sampleDeadEnd(10)] }),
  });
  expect(numbersOf(forced)?.get("shop")?.next).toMatchObject({ cluster: "a", isDeadEnd: false });
  expect(numbersOf(forced, stuck)?.get("shop")?.next).toMatchObject({ cluster: "b", isDeadEnd: true });
});

test("clusters with a SecretBinding are counted, unless they go away anyway", () => {
  const old = { project: "shop", secretBinding: "account" };
  const going = { ...old, uid: "b", deletionRequestedAt: "2026-11-24T10:00:00Z" };
  const numbers = numbersOf(sampleFleetRow(old), sampleFleetRow(going), sampleFleetRow({ project: "shop", uid: "c" }));
  expect(numbers?.get("shop")).toMatchObject({ clusters: 3, secretBindings: 1 });
});
