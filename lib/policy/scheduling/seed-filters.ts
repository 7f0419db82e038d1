import type { SeedSelector } from "#lib/garden/cloud-profile.ts";
import { failureToleranceOf } from "#lib/garden/failure-tolerance.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { selectorMatches } from "#lib/kube/label-selector.ts";
import { compareQuantities } from "#lib/kube/quantity.ts";
import type { GardenerRules } from "../editions/gardener-rules.ts";
import { workerPoolsOf } from "../maintenance/version-state.ts";
import { annotations } from "../operations/annotations.ts";
import { type RegionFacts, seedsOfRegion } from "./region-choice.ts";
import type { SchedulingStage, SeedExclusion } from "./seed-exclusion.ts";
import { networkConflicts } from "./seed-networks.ts";
import { toleratesTaints, untoleratedTaints } from "./tolerations.ts";

/** Input of the scheduler besides the Shoot and the Seeds. */
export interface SchedulingFacts extends RegionFacts {
  readonly rules: GardenerRules;
  readonly project: string;
  /** Seed selector of the CloudProfile; undefined when there is none or it is not readable. */
  readonly profileSelector?: SeedSelector | undefined;
  /** Number of Shoots on each Seed; undefined when not all are visible, and no Seed then counts as full. */
  readonly usage?: ReadonlyMap<string, number> | undefined;
}

/** Input of one scheduler filter. `left`: Seeds that passed the previous filters, including the one being checked. */
export interface SeedFilterInput {
  readonly shoot: Shoot;
  readonly facts: SchedulingFacts;
  readonly left: readonly Seed[];
}

type SeedFilter = (seed: Seed, view: SeedFilterInput) => readonly SeedExclusion[];

/** For each scheduler filter, why it excludes a Seed. @source Gardener: scheduler/controller/shoot/reconciler.go */
export const seedFilters: Readonly<Record<SchedulingStage, SeedFilter>> = {
  usable: usableBlockers,
  "profile-selector": ({ metadata }, { facts: { profileSelector } }) =>
    profileSelector === undefined || selectorMatches(profileSelector, metadata.labels ?? {})
      ? []
      : [{ reason: "profile-selector" }],
  "shoot-selector": ({ metadata }, { shoot: { spec } }) =>
    spec.seedSelector == null || selectorMatches(spec.seedSelector, metadata.labels ?? {})
      ? []
      : [{ reason: "shoot-selector" }],
  provider: providerBlockers,
  "three-zones": ({ spec }, { shoot }) => {
    const zones = new Set(zonesOf(spec)).size;
    return isZonal(shoot) && zonesOf(spec).length < 3 ? [{ reason: "fewer-than-three-zones", zones }] : [];
  },
  zones: zoneBlockers,
  "access-restrictions": restrictionBlockers,
  domain: domainBlockers,
  "emergency-stop": ({ metadata }, { facts: { rules } }) =>
    rules("scheduler.emergencyStop") === "honoured" && metadata.annotations?.[annotations.emergencyStop] === "true"
      ? [{ reason: "emergency-stop" }]
      : [],
  candidates: candidateBlockers,
  strategy: regionBlockers,
};

function usableBlockers({ metadata, spec, status }: Seed): readonly SeedExclusion[] {
  const needed = ["GardenletReady", ...(spec.backup == null ? [] : ["BackupBucketsReady"])];
  const conditionOf = (type: string) => listAt(status, "conditions").find((each) => stringAt(each, "type") === type);
  const conditions = needed.filter((type) => stringAt(conditionOf(type), "status") !== "True");
  return [
    ...(metadata.deletionTimestamp == null ? [] : [{ reason: "seed-in-deletion" } as const]),
    ...(spec.settings?.scheduling?.visible === false ? [{ reason: "seed-not-visible" } as const] : []),
    ...(status?.lastOperation == null ? [{ reason: "seed-not-bootstrapped" } as const] : []),
    ...(conditions.length === 0 ? [] : [{ reason: "seed-not-ready", conditions } as const]),
  ];
}

function providerBlockers({ spec }: Seed, { shoot, facts }: SeedFilterInput): readonly SeedExclusion[] {
  const [wanted, offered] = [shoot.spec.provider.type, spec.provider.type];
  const allowed = facts.profileSelector?.providerTypes ?? [];
  const fits = allowed.length === 0 ? wanted === offered : allowed.includes("*") || allowed.includes(offered);
  return fits ? [] : [{ reason: "other-provider", shoot: wanted, seed: offered }];
}

/** Whether the Shoot's control plane is spread over zones. */
function isZonal({ spec }: Shoot): boolean {
  return failureToleranceOf(spec) === "zone";
}

function zonesOf(spec: Seed["spec"]): readonly string[] {
  return spec.provider.zones ?? [];
}

/** The zones to which the owner pinned the control plane. */
export function pinnedZones({ spec }: Shoot): readonly string[] {
  return listAt(spec.controlPlane, "zones").filter((zone) => typeof zone === "string");
}

function zoneBlockers(seed: Seed, { shoot, facts, left }: SeedFilterInput): readonly SeedExclusion[] {
  if (isZonal(shoot) || facts.rules("scheduler.zoneSelection") === "absent") return [];
  const pinned = pinnedZones(shoot);
  const offered = zonesOf(seed.spec);
  if (pinned.length > 0) {
    const zones = pinned.filter((zone) => !offered.includes(zone));
    return zones.length === 0 ? [] : [{ reason: "zones-missing", zones }];
  }
  const zones = [...new Set(workerPoolsOf(shoot.spec).flatMap((pool) => pool.zones ?? []))];
  if (zones.length === 0 || meetsZones(seed, zones)) return [];
  switch (zoneMode(seed)) {
    case "Enforce":
      return [{ reason: "zones-enforced", zones }];
    case "Prefer": {
      const others = left.filter((other) => zoneMode(other) === "" || meetsZones(other, zones));
      return others.length > 0 ? [{ reason: "zones-preferred", zones }] : [];
    }
    default:
      return [];
  }
}

function zoneMode({ spec }: Seed): "Enforce" | "Prefer" | "" {
  const mode = stringAt(spec.settings, "zoneSelection", "mode");
  return mode === "Enforce" || mode === "Prefer" ? mode : "";
}

function meetsZones({ spec }: Seed, zones: readonly string[]): boolean {
  return zonesOf(spec).some((zone) => zones.includes(zone));
}

function restrictionBlockers({ spec }: Seed, { shoot }: SeedFilterInput): readonly SeedExclusion[] {
  const names = (holder: unknown) => listAt(holder, "accessRestrictions").map((each) => stringAt(each, "name") ?? "");
  const [wanted, supported] = [names(shoot.spec), names(spec)];
  const missing = wanted.filter((name) => !supported.includes(name));
  // Gardener compares the counts before the contents.
  return missing.length === 0 && wanted.length <= supported.length ? [] : [{ reason: "access-restrictions", missing }];
}

function domainBlockers(seed: Seed, { shoot, facts, left }: SeedFilterInput): readonly SeedExclusion[] {
  const domain = shoot.spec.dns?.domain;
  if (domain == null || facts.rules("scheduler.defaultDomains") === "absent") return [];
  const isDefaultDomain = left.some((other) => defaultDomains(other).some((each) => domain.endsWith(`.${each}`)));
  const fits = defaultDomains(seed).some((each) => domain === `${shoot.metadata.name}.${facts.project}.${each}`);
  return isDefaultDomain && !fits ? [{ reason: "other-domain", domain }] : [];
}

function defaultDomains({ spec }: Seed): readonly string[] {
  return listAt(spec.dns, "defaults").map((each) => stringAt(each, "domain") ?? "");
}

function candidateBlockers(seed: Seed, { shoot, facts }: SeedFilterInput): readonly SeedExclusion[] {
  const conflicts = networkConflicts(shoot, seed);
  const taints = seed.spec.taints ?? [];
  const tolerations = shoot.spec.tolerations ?? [];
  const untolerated = untoleratedTaints(taints, tolerations);
  const capacity: unknown = fieldAt(seed.status?.allocatable, "shoots");
  const used = facts.usage && String(facts.usage.get(seed.metadata.name) ?? 0);
  const limit = typeof capacity === "string" || typeof capacity === "number" ? String(capacity) : undefined;
  const isFull = used !== undefined && limit !== undefined && (compareQuantities(used, limit) ?? -1) >= 0;
  return [
    ...(conflicts.length === 0 ? [] : [{ reason: "networks-overlap", conflicts } as const]),
    ...(toleratesTaints(taints, tolerations)
      ? []
      : [{ reason: "taints-not-tolerated", taints: untolerated.length > 0 ? untolerated : taints } as const]),
    ...(isFull && limit !== undefined ? [{ reason: "seed-full", capacity: limit } as const] : []),
  ];
}

function regionBlockers(seed: Seed, { shoot, facts, left }: SeedFilterInput): readonly SeedExclusion[] {
  if (seedsOfRegion(shoot.spec, left, facts).includes(seed)) return [];
  const { type, region } = seed.spec.provider;
  const byProvider = shoot.spec.purpose === "testing" || facts.strategy === "SameRegion";
  return byProvider && type !== shoot.spec.provider.type
    ? [{ reason: "other-provider", shoot: shoot.spec.provider.type, seed: type }]
    : [{ reason: "other-region", region }];
}
