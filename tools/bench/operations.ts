import type { Shoot, ShootStatus } from "#lib/garden/shoot.ts";
import { evaluateAllOperations } from "#lib/policy/operations/evaluate.ts";
import { createRandom, type Random } from "#lib/random.ts";
import { type BenchLandscape, landscapeNow } from "./landscape.ts";
import { fastestOf, printBenchFigure } from "./report.ts";

const states = ["Succeeded", "Succeeded", "Succeeded", "Processing", "Error", "Failed"];
const phases = ["", "", "Completed", "Completed", "Preparing", "WaitingForWorkersRollout", "Prepared", "Completing"];
const codes = ["ERR_INFRA_QUOTA_EXCEEDED", "ERR_INFRA_RATE_LIMITS_EXCEEDED", "ERR_CLEANUP_CLUSTER_RESOURCES"];
const pending = ["rotate-ssh-keypair", "rotate-ca-start", "reconcile"];

const pick = (items: readonly string[], random: Random) => items[random.int(0, items.length - 1)] ?? "";

function variedStatus(shoot: Shoot, random: Random): ShootStatus {
  const phase = () => ({ phase: pick(phases, random) });
  const state = pick(states, random);
  const failing = state === "Failed" || state === "Error";
  const hibernated = shoot.spec.hibernation?.enabled === true;
  return {
    ...shoot.status,
    hibernated,
    lastOperation: { type: "Reconcile", state, lastUpdateTime: "2026-11-21T09:00:00Z" },
    lastErrors: failing ? [{ codes: [pick(codes, random)] }] : [],
    credentials: {
      rotation: { certificateAuthorities: phase(), serviceAccountKey: phase(), etcdEncryptionKey: phase() },
    },
  };
}

/** Puts a Shoot into a state of large gardens: failed, rotating, hibernated, in deletion or with an operation. */
function varied(shoot: Shoot, random: Random): Shoot {
  const hibernates = random.chance(0.1);
  const spec = hibernates ? { ...shoot.spec, hibernation: { enabled: true } } : shoot.spec;
  const operation = random.chance(0.05) ? pick(pending, random) : undefined;
  return {
    ...shoot,
    metadata: {
      ...shoot.metadata,
      ...(random.chance(0.02) ? { deletionTimestamp: "2026-11-21T09:00:00Z" } : {}),
      ...(operation === undefined ? {} : { annotations: { "gardener.cloud/operation": operation } }),
    },
    spec,
    status: variedStatus({ ...shoot, spec }, random),
  };
}

/** Benchmark that evaluates all operations for all Shoots of a landscape, without cached results. */
export function reportOperations({ shoots }: Pick<BenchLandscape, "shoots">): boolean {
  const random = createRandom(11, "operations");
  const fleet = shoots.map(({ shoot }) => varied(shoot, random));
  let evaluations = 0;
  const { wallMs, cpuMs } = fastestOf(15, () => {
    evaluations = 0;
    for (const shoot of fleet) evaluations += evaluateAllOperations(shoot, landscapeNow).size;
  });
  printBenchFigure({ name: "evaluations of operations", value: `${evaluations} for ${fleet.length} Shoots` });
  printBenchFigure({ name: "processor time for all operations", value: `${cpuMs.toFixed(0)} ms` });
  return printBenchFigure({
    name: "all operations of all Shoots",
    value: `${wallMs.toFixed(0)} ms`,
    goal: "10,000 Shoots in 300 ms on one core",
    met: wallMs <= 300 * (fleet.length / 10_000),
  });
}
