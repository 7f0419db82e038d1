import type { DeadEndSummary, ForecastStepSummary, RowForecast } from "#lib/contract/forecast.ts";
import { dayMs, hourMs } from "#lib/kube/time-units.ts";

export const fixtureNow = Date.parse("2026-11-24T12:00:00Z");

/** A forced update some days from now, with a test's changes. */
export function sampleForcedStep(inDays: number, differs: Partial<ForecastStepSummary> = {}): ForecastStepSummary {
  const earliestAt = fixtureNow + inDays * dayMs;
  return {
    lane: "controlPlane",
    hop: "minor",
    kind: "forced",
    from: "1.33.4",
    to: "1.34.1",
    earliestAt,
    latestAt: earliestAt + hourMs,
    cause: "forced-next-minor",
    confidence: "dated",
    nodes: 4,
    ...differs,
  };
}

export function sampleImageStep(inDays: number, differs: Partial<ForecastStepSummary> = {}): ForecastStepSummary {
  const image = { lane: "pool/a/image", hop: "image", image: "gardenlinux", from: "1592.3.0", to: "1592.9.0" } as const;
  return sampleForcedStep(inDays, { ...image, cause: "expired", ...differs });
}

export function sampleDeadEnd(inDays: number, differs: Partial<DeadEndSummary> = {}): DeadEndSummary {
  return {
    lane: "controlPlane",
    code: "no-next-minor",
    version: "1.33.4",
    missing: "1.34.x",
    profile: "gcp",
    fromAt: fixtureNow + inDays * dayMs,
    confidence: "conditional",
    ...differs,
  };
}

export function sampleRowForecast(differs: Partial<RowForecast> = {}): RowForecast {
  return {
    computedAt: fixtureNow,
    forced: [],
    deadEnds: [],
    finalVersions: ["1.34.1"],
    ...differs,
  };
}
