import type { FleetRow, ReadinessSummary } from "#lib/contract/fleet.ts";
import type { DeadEndSummary, ForecastStepSummary } from "#lib/contract/forecast.ts";
import {
  fixtureNow,
  sampleDeadEnd,
  sampleForcedStep,
  sampleImageStep,
  sampleRowForecast,
} from "#lib/forecast/row-forecast.fixture.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { diagnosisSubjectIds, responsibleRoles } from "#lib/policy/next/diagnosis.ts";
import { sampleFleetRow } from "./sample-fleet-row.fixture.ts";

/** Pseudo-random choices, repeatable by seed (mulberry32). */
export interface RandomNumbers {
  /** Returns a whole number below the limit. */
  below(limit: number): number;
  /** Returns true one time in `inSoMany`. */
  once(inSoMany: number): boolean;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
}

export function createRandomNumbers(seed: number): RandomNumbers {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { below, once: (inSoMany) => below(inSoMany) === 0, pick: (items) => items[below(items.length)] ?? items[0] };
}

const instant = (days: number) => new Date(fixtureNow + days * dayMs).toISOString();
const versions = ["1.9.3", "1.32.7", "1.33.4", "1.34.0"] as const;

/**
 * List rows with random combinations of all states. Invariants of rows created by the server hold: one forced step of
 * each kind, one dead end for each missing version.
 */
export function randomFleet(size: number, seed: number): readonly FleetRow[] {
  const dice = createRandomNumbers(seed);
  return Array.from({ length: size }, (_, index) => anyRow(`c${index}`, dice));
}

function anyRow(name: string, dice: RandomNumbers): FleetRow {
  const { below, once, pick } = dice;
  const project = `p${below(4)}`;
  const deleting = once(9);
  const pools = ["a", "b", "c"].slice(0, 1 + below(3));
  return sampleFleetRow({
    name,
    project,
    namespace: `garden-${project}`,
    purpose: pick<string | undefined>(["production", "production", "development", undefined]),
    profile: pick<FleetRow["profile"]>([
      { kind: "CloudProfile", name: "gcp" },
      { kind: "CloudProfile", name: "aws" },
      { kind: "NamespacedCloudProfile", name: `own-of-${project}` },
      undefined,
    ]),
    createdAt: instant(-below(400)),
    ...(deleting && { deletionRequestedAt: instant(-1) }),
    health: pick(["healthy", "unhealthy", "progressing", "unknown"]),
    conditions: [
      { type: pick(["EveryNodeReady", "APIServerAvailable"]), status: pick(["True", "False", "Unknown"]) },
      { type: "SystemComponentsHealthy", status: pick(["True", "False"]) },
    ],
    constraints: once(6) ? [{ type: "CACertificateValiditiesAcceptable", status: pick(["True", "False"]) }] : [],
    ...(once(4) && anyFailure(dice)),
    ...anyNext(dice),
    ...(once(6) && { lastMaintenance: { state: pick(["Failed", "Succeeded"]) } }),
    autoUpdate: { kubernetes: once(2), images: once(2) },
    kubernetes: {
      version: pick([...versions, "unknown"]),
      classification: pick(["supported", "deprecated", "expired"]),
    },
    pinnedPools: once(3) ? [{ pool: "a", version: pick(versions) }] : [],
    images: pools.map((pool) => ({
      name: pick(["gardenlinux", "suse-chost"]),
      version: pick(["1592.3.0", "1877.1.0"]),
      classification: "supported",
      pools: [pool],
    })),
    ...(once(3) && { window: { begin: `${10 + below(10)}0000+0100`, end: `${10 + below(10)}3000+0100` } }),
    ...anyRotations(dice),
    forecast: anyForecast(dice, deleting),
    ...(!deleting && once(3) && { readiness: anyReadiness(dice) }),
  });
}

/** Random readiness for a step in up to 90 days, or one that has just become due. */
function anyReadiness({ below, once, pick }: RandomNumbers): ReadinessSummary {
  return {
    result: pick(["not-ready", "not-ready", "ready-with-risks", "ready-as-known", "not-looked"]),
    ...(once(2) && { blocks: 1 + below(3), worst: "refused" }),
    // Without a step of its own the readiness is about the forced minor update, if there is one.
    ...(once(2) && { step: { to: pick(versions), at: fixtureNow + below(91) * dayMs - (once(9) ? 1 : 0) } }),
  };
}

/** A random next action of Gardener, independent of the other values in the row. */
function anyNext({ below, once, pick }: RandomNumbers): Partial<FleetRow> {
  const [first, ...others] = once(2)
    ? (["healthy"] as const)
    : ([...diagnosisSubjectIds, "newer-than-this-build"] as const);
  const waiting = pick(["deletion", "change", "operation", undefined]);
  const notes = ["perhaps-ignored", "schedules-unreadable", "schedule-never-comes", "newer"].filter(() => once(12));
  return {
    next: {
      subject: pick<string>([first, ...others]),
      turn: pick([...responsibleRoles]),
      ...(waiting !== undefined && { waiting }),
      ...(once(3) && { since: instant(-below(3) / 100) }),
      ...(notes.length > 0 && { notes }),
    },
    ...(once(8) && { endsAt: instant(below(200) - 5) }),
  };
}

function anyFailure({ pick }: RandomNumbers): Partial<FleetRow> {
  return {
    lastOperation: {
      type: pick(["Reconcile", "Delete"]),
      state: pick(["Failed", "Aborted", "Error", "Succeeded", "Processing"]),
    },
    fixer: pick(["user", "operator", "provider"]),
    errorCodes: pick<string[]>([
      [],
      ["ERR_INFRA_QUOTA_EXCEEDED"],
      ["ERR_INFRA_QUOTA_EXCEEDED", "ERR_CLEANUP_CLUSTER_RESOURCES"],
    ]),
  };
}

/** Random credential rotations. Some have no start time; if the clock is ahead, some start in the future. */
function anyRotations({ below, once, pick }: RandomNumbers): Partial<FleetRow> {
  const waits = ["update-clients-and-complete", "roll-pools", undefined] as const;
  const phases = { "update-clients-and-complete": "Prepared", "roll-pools": "WaitingForWorkersRollout" } as const;
  const rotations = ["certificateAuthorities", "serviceAccountKey", "etcdEncryptionKey"].flatMap((family) => {
    if (!once(3)) return [];
    const wait = pick(waits);
    const since = once(5) ? undefined : instant(1 - below(40));
    return [{ family, phase: wait === undefined ? "Preparing" : phases[wait], wait, since }];
  });
  const rotatedAt = once(3) ? { certificateAuthorities: instant(-below(200)), sshKeypair: instant(-below(200)) } : {};
  const [rotation] = rotations;
  return { ...(rotation !== undefined && { rotations, rotation }), rotatedAt };
}

function anyForecast({ below, once, pick }: RandomNumbers, deleting: boolean): FleetRow["forecast"] {
  if (deleting) return sampleRowForecast({ without: "deleting" });
  if (once(15)) return sampleRowForecast({ without: "no-profile" });
  if (once(40)) return undefined;
  const dated = (days: number): Partial<ForecastStepSummary & DeadEndSummary> => ({
    ...(once(2) && { endsAt: fixtureNow + (days - below(3)) * dayMs }),
    ...(once(6) && { overdue: true, endsAt: fixtureNow - below(30) * dayMs }),
  });
  const days = () => (once(4) ? below(4) : below(400));
  const step = (make: typeof sampleForcedStep, differs: Partial<ForecastStepSummary>) => {
    const inDays = days() + below(24) / 24;
    return make(inDays, { ...dated(inDays), ...differs });
  };
  const forced = [
    ...(once(4)
      ? [step(sampleForcedStep, { hop: "patch", from: pick(versions), to: pick(["1.33.13", "1.34.9"]) })]
      : []),
    ...(once(3) ? [step(sampleForcedStep, { from: pick(versions), to: pick(["1.33.13", "1.34.9"]) })] : []),
    ...(once(4) ? [step(sampleImageStep, { to: pick(["1592.9.0", "1877.6.0"]) })] : []),
  ].sort((a, b) => a.earliestAt - b.earliestAt);
  const links: readonly Partial<DeadEndSummary>[] = [
    { code: pick(["no-next-minor", "highest-minor", "preview-only"]), missing: pick(["1.34.x", "1.35.x"]) },
    { code: "image-end-of-life", missing: "suse-chost", lane: "pool/a/image", version: "15.6.1" },
    { code: "newest-image", missing: "suse-chost", lane: "pool/b/image", version: "15.6.1" },
    { code: "rejected-by-dry-run", version: "", lane: "run", missing: "spec.addons", profile: undefined },
    { code: "newer-than-this-build", missing: undefined, profile: undefined },
  ];
  const deadEnds = links
    .filter(() => once(6))
    .map((link) => {
      const inDays = days() + below(24) / 24;
      return sampleDeadEnd(inDays, { ...dated(inDays), ...link });
    });
  return sampleRowForecast({ forced, deadEnds });
}
