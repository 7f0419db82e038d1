import {
  healthyConditionsFor,
  healthyConstraints,
  type PassedCheckFinding,
} from "#garden/gardener/controllers/care/fine-findings.ts";
import { conditionTimestampsAt } from "#garden/gardener/kinds/condition-timestamps-at.ts";
import type { Condition } from "#lib/garden/condition.ts";
import type { ShootCredentialsRotation, ShootStatus } from "#lib/garden/shoot.ts";
import type { Random } from "#lib/random.ts";
import { gardenletReleaseOf } from "../garden/seeds.ts";
import { shootParentDomain } from "../garden/shoot-parent-domain.ts";
import type { DemoTime } from "../plan/demo-time.ts";
import type { ShootPlan } from "../plan/shoot-plan.ts";

interface BuildStatus {
  readonly project: string;
  readonly uid: string;
  readonly time: DemoTime;
  readonly random: Random;
}

/** The status of a healthy demo Shoot: reconciled last night, all conditions True. */
export function buildStatus(plan: ShootPlan, standing: BuildStatus): ShootStatus {
  const { project, uid, time, random } = standing;
  const technicalID = `shoot--${project}--${plan.name}`;
  const reconciledAt = time.minutesAgo(random.int(70, 1300));
  const maintainedAt = time.minutesAgo(random.int(400, 1700));
  const workerless = plan.pools.length === 0;
  const fine = ([type, finding]: readonly [type: string, PassedCheckFinding]): Condition => {
    return { type, status: "True", ...finding, ...conditionTimestampsAt(time.daysAgo(random.int(1, 60))) };
  };
  return {
    advertisedAddresses: advertisedAddresses(plan, project),
    ...{ clusterIdentity: `${technicalID}-${uid}-harborline` },
    conditions: healthyConditionsFor(workerless).map(fine),
    constraints: Object.entries(healthyConstraints).map(fine),
    credentials: {
      rotation: rotationOf(plan, standing),
      encryptionAtRest: { resources: [], provider: { type: "aescbc" } },
    },
    gardener: {
      id: `8f3c1e-${plan.seed}`,
      name: `gardenlet-${plan.seed}-7d9c4b5f6-${random.hex(5)}`,
      version: gardenletReleaseOf(plan.seed),
    },
    hibernated: false,
    lastOperation: {
      type: "Reconcile",
      state: "Succeeded",
      progress: 100,
      description: "Shoot cluster has been successfully reconciled.",
      lastUpdateTime: reconciledAt,
    },
    lastMaintenance: {
      description: "All maintenance operations successful.",
      triggeredTime: maintainedAt,
      state: "Succeeded",
    },
    observedGeneration: 1,
    seedName: plan.seed,
    technicalID,
    uid,
  };
}

function advertisedAddresses(plan: ShootPlan, project: string) {
  const domain = `${plan.name}.${project}.${shootParentDomain}`;
  const internal = `${plan.name}.${project}.internal.harborline.example`;
  const ingress = `${plan.name}--${project}.ingress.${plan.seed}.seed.harborline.example`;
  return [
    { name: "external", url: `https://api.${domain}` },
    { name: "internal", url: `https://api.${internal}` },
    { name: "service-account-issuer", url: `https://api.${internal}` },
    ...(plan.purpose === "testing"
      ? []
      : [
          { name: "plutono", url: `https://gu-${ingress}`, application: "plutono" },
          { name: "prometheus", url: `https://p-${ingress}`, application: "prometheus" },
        ]),
  ];
}

/** Times of the last credential rotations: older demo Shoots had each rotation once, young ones had none. */
function rotationOf(plan: ShootPlan, { time, random }: BuildStatus): ShootCredentialsRotation {
  const rotatedDaysAgo = random.int(20, 300);
  if (plan.ageDays <= rotatedDaysAgo + 10) return {};
  const rotated = (daysAgo: number, days: number) => ({
    lastInitiationTime: time.daysAgo(daysAgo + days),
    lastCompletionTime: time.daysAgo(daysAgo),
  });
  const twoPhases = (daysAgo: number, days: number) => ({ phase: "Completed", ...rotated(daysAgo, days) });
  const oneStep = (daysAgo: number) => rotated(daysAgo, 0.01);
  return {
    certificateAuthorities: twoPhases(rotatedDaysAgo, 3),
    serviceAccountKey: twoPhases(rotatedDaysAgo, 3),
    etcdEncryptionKey: twoPhases(random.int(1, 27), 0.02),
    observability: oneStep(random.int(1, 6)),
    ...(plan.pools.length === 0 ? {} : { sshKeypair: oneStep(random.int(1, 6)) }),
  };
}
