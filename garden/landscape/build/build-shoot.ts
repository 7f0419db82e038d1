import { usedExtensionsOf, withExtensionLabels, withSeedLabels } from "#garden/gardener/admission/extension-labels.ts";
import { shootSpecWithApiDefaults } from "#garden/gardener/admission/shoot-spec-with-api-defaults.ts";
import { networkingStatusOf } from "#garden/gardener/controllers/gardenlet/infrastructure-networking.ts";
import { registrationFinalizer } from "#garden/gardener/kinds/registration-finalizer.ts";
import type { Shoot, ShootSpec, ShootStatus } from "#lib/garden/shoot.ts";
import { statusLabel, statusLabelKey } from "#lib/policy/status/status-label.ts";
import { createRandom } from "#lib/random.ts";
import { landscapeGardenerRules } from "../garden/landscape-gardener-rules.ts";
import { rollOutOf } from "../garden/seeds.ts";
import type { DemoTime } from "../plan/demo-time.ts";
import type { ShootPlan } from "../plan/shoot-plan.ts";
import { buildManagedFields } from "./build-managed-fields.ts";
import { buildSpec } from "./build-spec.ts";
import { buildStatus } from "./build-status.ts";

export interface ShootBuildContext {
  readonly project: string;
  readonly namespace: string;
  readonly costCentre: string;
  readonly time: DemoTime;
  readonly seed: number;
}

/** Builds a demo Shoot from its plan: a healthy Shoot, changed by the plan's `touches`, with labels. */
export function buildShoot(plan: ShootPlan, surroundings: ShootBuildContext): Shoot {
  const { project, namespace, costCentre, time, seed } = surroundings;
  const random = createRandom(seed, `shoot/${namespace}/${plan.name}`);
  const uid = random.uuid();
  const createdAt = time.daysAgo(plan.ageDays);
  const generation = random.int(4, 60);
  const spec = buildSpec(plan, project);
  const status = buildStatus(plan, { project, uid, time, random });
  const quiet: Shoot = {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "Shoot",
    metadata: {
      name: plan.name,
      namespace,
      uid,
      generation,
      creationTimestamp: createdAt,
      finalizers: [registrationFinalizer, "gardener"],
      labels: {
        "harborline.example/cost-centre": costCentre,
        "shoot.gardener.cloud/provider": plan.provider,
        ...plan.labels,
      },
      annotations: {
        "gardener.cloud/created-by": plan.createdBy,
        "support.harborline.example/on-call": `${project}-oncall`,
        ...(plan.pools.length === 0 ? {} : { "shoot.gardener.cloud/cloud-config-execution-max-delay-seconds": "300" }),
      },
      managedFields: buildManagedFields(plan, {
        createdAt,
        reconciledAt: status.lastOperation?.lastUpdateTime ?? createdAt,
      }),
    },
    spec,
    status: { ...status, ...networkingOf({ namespace, name: plan.name }, spec), observedGeneration: generation },
  };
  // Touches change a Shoot with API defaults, and can omit fields again that have defaults.
  const touched = (plan.touches ?? []).reduce((shoot, touch) => touch(shoot, time), withDefaults(quiet));
  return withStatusLabel(asStored(withReleaseOfLastOperation(touched, time)));
}

/** While a gardenlet is rolled out, Shoots that it has not reconciled yet have the release that it had before. */
function withReleaseOfLastOperation(shoot: Shoot, time: DemoTime): Shoot {
  const { status } = shoot;
  const rollOut = rollOutOf(status?.seedName ?? "");
  const at = status?.lastOperation?.lastUpdateTime;
  if (!status?.gardener || !rollOut || !at || at >= time.minutesAgo(rollOut.sinceMinutes)) return shoot;
  return { ...shoot, status: { ...status, gardener: { ...status.gardener, version: rollOut.before } } };
}

/** What the Shoot's provider extension reports about its networks. */
function networkingOf(metadata: Shoot["metadata"], spec: ShootSpec): Pick<ShootStatus, "networking"> {
  const networking = networkingStatusOf({ metadata, spec });
  return networking === undefined ? {} : { networking };
}

function withDefaults(shoot: Shoot): Shoot {
  return { ...shoot, spec: shootSpecWithApiDefaults(shoot, landscapeGardenerRules) };
}

/** Adds the defaults and labels that the API server would have set. */
function asStored(shoot: Shoot): Shoot {
  const stored = withDefaults(shoot);
  return withSeedLabels(withExtensionLabels(stored, usedExtensionsOf(stored)));
}

function withStatusLabel(shoot: Shoot): Shoot {
  const { status } = shoot;
  if (!status) return shoot;
  const label = statusLabel(status.lastOperation, status.lastErrors, status.conditions);
  return { ...shoot, metadata: { ...shoot.metadata, labels: { ...shoot.metadata.labels, [statusLabelKey]: label } } };
}
