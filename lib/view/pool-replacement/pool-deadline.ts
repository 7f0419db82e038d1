import type { ClusterForecast } from "#lib/contract/cluster-forecast.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import type { GardenerRules } from "#lib/policy/editions/gardener-rules.ts";
import type { ComponentForecast, ForecastStep } from "#lib/policy/forecast/component-forecast.ts";
import type { WhatIfChange } from "#lib/policy/forecast/what-if-change.ts";
import { findVersionSkewViolation, versionCore } from "#lib/policy/versions/version-step.ts";
import { readShootWithProfile } from "../upcoming-versions/read-shoot-with-profile.ts";
import { whatIfOutcomeOf } from "../upcoming-versions/what-if-outcome-of.ts";

/** Update by which maintenance replaces the nodes of a pinned pool. */
export type PoolDeadline = Pick<ForecastStep, "from" | "to" | "earliestAt" | "latestAt">;

type Forecasts = readonly Pick<ComponentForecast, "id" | "hops">[];

/** Returns the first expected Kubernetes update of a pool that replaces its nodes; undefined if there is none. */
export function poolDeadlineOf(components: Forecasts, pool: string): PoolDeadline | undefined {
  const own = components.find(({ id }) => id.kind === "pool-kubernetes" && id.pool === pool);
  return own?.hops
    .filter(({ effects }) => effects.some(({ kind }) => kind === "node-roll"))
    .toSorted((a, b) => a.earliestAt - b.earliestAt)[0];
}

/** Pools that would be pinned, and the version to which the control plane would be updated. */
export interface PlannedPins {
  /** Names of the pools without a version of their own. */
  readonly pools: readonly string[];
  readonly version: string;
  readonly controlPlane: string;
}

/** Forecast of the components after pools are pinned and the control plane is updated; undefined if it is unknown. */
export function forecastWithPins({ world, snapshot }: ClusterForecast, plan: PlannedPins): Forecasts | undefined {
  const read = readShootWithProfile(world);
  const [now, horizon] = [parseInstant(snapshot.at), parseInstant(snapshot.horizon)];
  if (read === undefined || now === undefined || horizon === undefined) return undefined;
  const changes: readonly WhatIfChange[] = [
    ...plan.pools.map((pool) => ({ code: "pin-pool", pool, version: plan.version }) as const),
    { code: "update-now", lane: { kind: "control-plane" }, version: plan.controlPlane },
  ];
  const after = whatIfOutcomeOf(read, changes, { now, horizon, garden: world })?.after;
  return after?.outcome === "foreseen" ? after.lanes : undefined;
}

/** Highest minor version of the control plane below which a pool can stay at its version, such as `1.36`. */
export function highestControlPlaneMinor(pool: string, rules: GardenerRules): string | undefined {
  const core = versionCore(pool);
  if (core === undefined) return undefined;
  let { minor } = core;
  while (findVersionSkewViolation(`${core.major}.${minor + 1}.0`, pool, rules) === undefined) minor += 1;
  return `${core.major}.${minor}`;
}
