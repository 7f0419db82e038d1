import type { SeedSelector } from "#lib/garden/cloud-profile.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { listAt, stringAt } from "#lib/kube/field.ts";
import { findSeedNetworkAdmissionErrors } from "../admission/admit-move.ts";
import type { GardenerRules } from "../editions/gardener-rules.ts";
import { isReconciliationDisabledOnSeed } from "../gardenlet/predict-gardenlet-decision.ts";
import { findSeedProblem } from "../gardenlet/seed-readiness.ts";
import type { SchedulingStage, SeedExclusion } from "../scheduling/seed-exclusion.ts";
import { type SchedulingFacts, seedFilters } from "../scheduling/seed-filters.ts";
import { callsMoveBack, isYetToBeCreated } from "../status/seed-move.ts";
import type { MigrationObjection, UncheckedPart } from "./migration-objection.ts";

/** What is known about a migration besides the Shoot and the destination. */
export interface MigrationFacts {
  readonly rules: GardenerRules;
  /** The Seed that the spec names, which the API server compares with; undefined when it is not readable. */
  readonly source: Seed | undefined;
  /** The Seed that hosts the control plane, if that is another one: a move away from it is under way. */
  readonly host?: Seed | undefined;
  /** Seed selector of the CloudProfile; null for none, undefined when the CloudProfile is not readable. */
  readonly profileSelector: SeedSelector | null | undefined;
  /** Number of Shoots on each Seed; undefined when not all are visible. */
  readonly usage: ReadonlyMap<string, number> | undefined;
}

/** Whether a Shoot's control plane can move to a Seed. */
export interface DestinationCheck {
  /** Why the API server refuses the move. */
  readonly refusals: readonly MigrationObjection[];
  /** What the API server accepts although the control plane would be lost: removed by the source, restored by nobody. */
  readonly dangers: readonly MigrationObjection[];
  /** What the API server accepts and Gardener waits for, while the spec cannot be changed. */
  readonly waits: readonly MigrationObjection[];
  /** What the scheduler would not choose, and may keep the control plane from working well. */
  readonly doubts: readonly MigrationObjection[];
  /** Checks of the API server that only it can make here. */
  readonly unchecked: readonly UncheckedPart[];
}

interface Move {
  readonly shoot: Shoot;
  readonly destination: Seed;
  readonly facts: MigrationFacts;
}

/**
 * Checks a Seed as the destination of a control-plane migration: by the API server's rules, and by what keeps Gardener
 * from carrying it out.
 * @source Gardener: plugin/pkg/shoot/validator/admission.go, validateScheduling (shootIsBeingRescheduled);
 * pkg/controllermanager/controller/shoot/migration
 */
export function checkDestination(shoot: Shoot, destination: Seed, facts: MigrationFacts): DestinationCheck {
  const move = { shoot, destination, facts };
  const from = shoot.spec.seedName ?? "";
  if (from === "") return { ...nothing, refusals: [{ reason: "no-source" }] };
  if (from === destination.metadata.name) return { ...nothing, refusals: [{ reason: "already-there" }] };
  const { source } = facts;
  const staysHere = callsMoveBack(shoot, destination.metadata.name);
  return {
    refusals: [
      ...constraintRefusals(move),
      ...(source === undefined ? [] : seedPairRefusals(source, move)),
      ...exclusions(move, "three-zones"),
      ...networkRefusals(move),
    ],
    // A control plane that stays does not have to arrive, and one that does not exist cannot be lost.
    dangers: staysHere || isYetToBeCreated(shoot) ? [] : arrivalDangers(move),
    waits: staysHere ? [] : reasonsToWait(move),
    doubts: staysHere ? [] : schedulerDoubts(move),
    unchecked: uncheckedParts(move),
  };
}

const nothing: DestinationCheck = { refusals: [], dangers: [], waits: [], doubts: [], unchecked: [] };

/** What the API server checks for every Shoot that gets a Seed, in its order. */
function constraintRefusals(move: Move): readonly MigrationObjection[] {
  const { destination, facts } = move;
  const { rules, profileSelector } = facts;
  const candidates = exclusions(move, "candidates");
  const withReason = (reason: SeedExclusion["reason"]) => candidates.filter((each) => each.reason === reason);
  const allowed = profileSelector?.providerTypes ?? [];
  const { type } = destination.spec.provider;
  return [
    ...(destination.metadata.deletionTimestamp == null ? [] : [{ reason: "seed-in-deletion" } as const]),
    ...withReason("taints-not-tolerated"),
    ...(rules("binding.accessRestrictions") === "checked" ? exclusions(move, "access-restrictions") : []),
    ...withReason("seed-full"),
    ...exclusions(move, "profile-selector"),
    ...(allowed.length === 0 || allowed.includes("*") || allowed.includes(type)
      ? []
      : [{ reason: "profile-providers", seed: type } as const]),
  ];
}

/** What the API server compares between the Seeds of a migration, in its order. */
function seedPairRefusals(source: Seed, { shoot, destination, facts }: Move): readonly MigrationObjection[] {
  const { rules } = facts;
  const [from, to] = [internalDomainOf(source), internalDomainOf(destination)];
  const providers = [source.spec.provider.type, destination.spec.provider.type] as const;
  const domain = usedDefaultDomain(shoot, source);
  const isServed = domain === undefined || defaultDomainsOf(destination).includes(domain);
  return [
    ...(source.spec.backup == null ? [{ reason: "source-without-backup", source: source.metadata.name } as const] : []),
    ...(destination.spec.backup == null ? [{ reason: "destination-without-backup" } as const] : []),
    ...(rules("binding.provider") === "same" && providers[0] !== providers[1]
      ? [{ reason: "other-seed-provider", from: providers[0], to: providers[1] } as const]
      : []),
    ...(rules("binding.internalDomain") === "checked" && from !== to
      ? [{ reason: "other-internal-domain", from, to } as const]
      : []),
    ...(rules("binding.defaultDomain") === "checked" && !isServed
      ? [{ reason: "default-domain-not-served", domain } as const]
      : []),
  ];
}

function networkRefusals({ shoot, destination }: Move): readonly MigrationObjection[] {
  const { spec, status } = shoot;
  const next = { ...spec, seedName: destination.metadata.name };
  const errors = findSeedNetworkAdmissionErrors({ old: spec, new: next, seed: destination, status });
  return errors.map((error) => ({ reason: "network", error }));
}

/**
 * What lets Gardener begin the migration and not end it: no check before Migrate looks at the destination's emergency
 * stop, and under it no Restore begins.
 * @source Gardener: pkg/utils/kubernetes/health/seed.go (CheckSeedForMigration);
 * pkg/gardenlet/controller/shoot/shoot/helper/infos.go (shouldReconcileNow)
 */
function arrivalDangers(move: Move): readonly MigrationObjection[] {
  return isDestinationStopped(move) ? [{ reason: "destination-stopped" }] : [];
}

function isDestinationStopped({ destination, facts }: Move): boolean {
  return facts.rules("seed.emergencyStop") === "present" && isReconciliationDisabledOnSeed(destination);
}

/**
 * Why Gardener would not begin the migration, or the creation of what no Seed has created yet, as things stand.
 * @source Gardener: pkg/utils/kubernetes/health/seed.go (CheckSeedForMigration; CheckSeed compares no releases)
 */
function reasonsToWait(move: Move): readonly MigrationObjection[] {
  const { shoot, destination, facts } = move;
  const problem = findSeedProblem(destination);
  const host = facts.host ?? facts.source;
  const [from, to] = [releaseOf(host), releaseOf(destination)];
  const creates = isYetToBeCreated(shoot);
  const hasOtherRelease = !creates && host !== undefined && (from === "" || from !== to);
  return [
    ...(creates && isDestinationStopped(move) ? [{ reason: "creation-stopped" } as const] : []),
    ...(problem?.id === "conditions" ? [{ reason: "seed-not-ready", conditions: problem.types } as const] : []),
    ...(problem?.id === "generation-not-observed" ? [{ reason: "seed-outdated" } as const] : []),
    ...(hasOtherRelease ? [{ reason: "other-release", from, to } as const] : []),
  ];
}

/** What the scheduler would hold against the Seed, and the API server accepts from an operator. */
function schedulerDoubts(move: Move): readonly MigrationObjection[] {
  const { destination, facts } = move;
  const { rules, source, host = source } = facts;
  const [from, to] = [host?.spec.provider, destination.spec.provider];
  const isOtherProvider = from !== undefined && from.type !== to.type && rules("binding.provider") === "any";
  const isOtherRegion = from !== undefined && from.type === to.type && from.region !== to.region;
  return [
    ...exclusions(move, "usable").filter(({ reason }) => reason === "seed-not-visible"),
    ...exclusions(move, "shoot-selector"),
    ...exclusions(move, "zones").filter(({ reason }) => reason !== "zones-preferred"),
    ...(isOtherProvider ? [{ reason: "other-seed-provider", from: from.type, to: to.type } as const] : []),
    ...(isOtherRegion ? [{ reason: "other-seed-region", from: from.region, to: to.region } as const] : []),
  ];
}

function uncheckedParts({ destination, facts }: Move): readonly UncheckedPart[] {
  const { source, usage, profileSelector, rules } = facts;
  const seeds = source === undefined ? [destination] : [source, destination];
  const hasDomains = seeds.every((seed) => internalDomainOf(seed) !== "");
  const limit = destination.status?.allocatable?.shoots;
  return [
    ...(source === undefined ? (["source"] as const) : []),
    ...(usage === undefined && limit !== undefined ? (["capacity"] as const) : []),
    ...(profileSelector === undefined ? (["profile"] as const) : []),
    ...(rules("binding.internalDomain") === "unchecked" || !hasDomains ? (["internal-domain"] as const) : []),
  ];
}

/** What one filter of the scheduler holds against the destination. */
function exclusions({ shoot, destination, facts }: Move, stage: SchedulingStage): readonly SeedExclusion[] {
  const known: SchedulingFacts = {
    rules: facts.rules,
    project: "",
    usage: facts.usage,
    profileSelector: facts.profileSelector ?? undefined,
  };
  return seedFilters[stage](destination, { shoot, facts: known, left: [destination] });
}

function releaseOf(seed: Seed | undefined): string {
  return seed?.status?.gardener?.version ?? "";
}

function internalDomainOf({ spec }: Seed): string {
  return stringAt(spec.dns, "internal", "domain") ?? "";
}

function defaultDomainsOf({ spec }: Seed): readonly string[] {
  return listAt(spec.dns, "defaults").map((each) => stringAt(each, "domain") ?? "");
}

/** The default domain of the source Seed that the Shoot's domain belongs to. */
function usedDefaultDomain({ spec }: Shoot, source: Seed): string | undefined {
  const domain = spec.dns?.domain;
  if (domain == null) return undefined;
  return defaultDomainsOf(source).find((each) => domain.endsWith(`.${each}`));
}
