import type { Shoot, ShootStatus } from "#lib/garden/shoot.ts";
import { evaluateAll } from "#lib/policy/operations/evaluate.ts";
import { landscape, landscapeNow } from "./landscape.ts";
import { type Random, seededRandom } from "./random.ts";

const states = ["Succeeded", "Succeeded", "Succeeded", "Processing", "Error", "Failed"];
const phases = ["", "", "Completed", "Completed", "Preparing", "WaitingForWorkersRollout", "Prepared", "Completing"];
const codes = ["ERR_INFRA_QUOTA_EXCEEDED", "ERR_INFRA_RATE_LIMITS_EXCEEDED", "ERR_CLEANUP_CLUSTER_RESOURCES"];
const pending = ["rotate-ssh-keypair", "rotate-ca-start", "reconcile"];

function pick<Item>(items: readonly Item[], random: Random): Item | undefined {
  return items[random.below(items.length)];
}

function variedStatus(shoot: Shoot, random: Random): ShootStatus {
  const phase = () => ({ phase: pick(phases, random) ?? "" });
  const state = pick(states, random) ?? "Succeeded";
  const failing = state === "Failed" || state === "Error";
  const hibernated = shoot.spec.hibernation?.enabled === true;
  return {
    ...shoot.status,
    hibernated,
    lastOperation: { type: "Reconcile", state, lastUpdateTime: "2026-11-21T09:00:00Z" },
    lastErrors: failing ? [{ codes: [pick(codes, random) ?? ""] }] : [],
    credentials: {
      rotation: { certificateAuthorities: phase(), serviceAccountKey: phase(), etcdEncryptionKey: phase() },
    },
  };
}

/** Gives a Shoot one of the states that a large garden has: failing, rotating, asleep, being deleted, with requests. */
function varied(shoot: Shoot, random: Random): Shoot {
  const hibernates = random.below(10) === 0;
  const spec = hibernates ? { ...shoot.spec, hibernation: { enabled: true } } : shoot.spec;
  const operation = random.below(20) === 0 ? pick(pending, random) : undefined;
  return {
    ...shoot,
    metadata: {
      ...shoot.metadata,
      ...(random.below(50) === 0 ? { deletionTimestamp: "2026-11-21T09:00:00Z" } : {}),
      ...(operation === undefined ? {} : { annotations: { "gardener.cloud/operation": operation } }),
    },
    spec,
    status: variedStatus({ ...shoot, spec }, random),
  };
}

export interface OperationsMeasurement {
  readonly shoots: number;
  /** How many answers one pass gives: Shoots times operations. */
  readonly evaluations: number;
  /** Milliseconds of each pass on one core; the first ones include compilation. */
  readonly passesMs: readonly number[];
  readonly bestMs: number;
}

/** Evaluates all operations for every Shoot of a large garden, several times over. */
export function measureOperations(shootCount = 10_000, passes = 10): OperationsMeasurement {
  const random = seededRandom(11);
  const shoots = landscape(shootCount).shoots.map(({ shoot }) => varied(shoot, random));
  const passesMs: number[] = [];
  let evaluations = 0;
  for (let pass = 0; pass < passes; pass += 1) {
    const startedAt = performance.now();
    evaluations = 0;
    for (const shoot of shoots) evaluations += evaluateAll(shoot, landscapeNow).size;
    passesMs.push(performance.now() - startedAt);
  }
  return { shoots: shoots.length, evaluations, passesMs, bestMs: Math.min(...passesMs) };
}
