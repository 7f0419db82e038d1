import "server-only";
import { serviceAccountObject } from "#garden/api/core/core-objects.ts";
import { projectResourcesOf } from "#garden/gardener/controllers/gardenlet/project-secrets.ts";
import { projectRbacObjects } from "#garden/gardener/resources/project-rbac.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { createRandom } from "#lib/random.ts";
import { credentialObjectsOf } from "./build/bindings.ts";
import { buildShoot } from "./build/build-shoot.ts";
import { buildShootEvents } from "./build/shoot-events.ts";
import { analyticsShootPlans } from "./fleet/analytics.ts";
import { gardenShootPlans } from "./fleet/garden.ts";
import { generateFleet } from "./fleet/generate-fleet.ts";
import { logisticsShootPlans } from "./fleet/logistics.ts";
import { mlShootPlans } from "./fleet/ml.ts";
import { paymentsShootPlans } from "./fleet/payments.ts";
import { platformShootPlans } from "./fleet/platform.ts";
import { sandboxShootPlans } from "./fleet/sandbox.ts";
import { shopShootPlans } from "./fleet/shop.ts";
import { demoFreezes } from "./garden/demo-freezes.ts";
import { gardenObjects } from "./garden/garden-objects.ts";
import { type DemoIdentity, demoIdentities } from "./garden/identities.ts";

import { withMoreSeeds } from "./garden/more-seeds.ts";
import { demoProjects, type ProjectPlan, projectNamespaceObject, projectObject } from "./garden/projects.ts";
import { demoResourceQuotas } from "./garden/quotas.ts";
import { createDemoTime, type DemoTime } from "./plan/demo-time.ts";
import type { ShootPlan } from "./plan/shoot-plan.ts";

export interface DemoOptions {
  /** Current time of the landscape, to which all timestamps are relative. */
  readonly now: Date;
  /** Random seed. The same seed and day result in the same landscape. */
  readonly seed: number;
  /** Number of generated Shoots, in addition to the handwritten ones. */
  readonly shoots: number;
  /** Number of Seeds, if there are to be more than the handwritten ones. */
  readonly seeds?: number | undefined;
}

export interface DemoLandscape {
  /** All Kubernetes objects of the garden; a namespace precedes the objects in it. */
  readonly objects: readonly KubeObject[];
  readonly identities: readonly DemoIdentity[];
}

/** Handwritten demo Shoots by project, in the order of their creation. */
const fleets: Readonly<Record<string, readonly ShootPlan[]>> = {
  payments: paymentsShootPlans,
  shop: shopShootPlans,
  logistics: logisticsShootPlans,
  analytics: analyticsShootPlans,
  ml: mlShootPlans,
  platform: platformShootPlans,
  sandbox: sandboxShootPlans,
  garden: gardenShootPlans,
};

/** Creates the objects of a new demo landscape; the caller loads them into a store. */
export function createDemoLandscape({ now, seed, shoots, seeds }: DemoOptions): DemoLandscape {
  const time = createDemoTime(now);
  const objects: KubeObject[] = [];
  for (const project of demoProjects) objects.push(...projectFrame(project, time, seed));
  objects.push(...gardenObjects(time, shoots), ...demoFreezes(time));
  for (const project of demoProjects) {
    const plans = fleets[project.name] ?? [];
    objects.push(...credentialObjectsOf(project, plans, time));
    for (const plan of plans) {
      const shoot = buildShoot(plan, {
        project: project.name,
        namespace: project.namespace,
        costCentre: project.costCentre,
        time,
        seed,
      });
      objects.push(shoot, ...companions(shoot, time, seed));
    }
  }
  for (const plan of demoProjects) {
    objects.push(...demoResourceQuotas(withUid(projectObject(plan, time), seed), objects, plan.mostShoots));
  }
  for (const { project, shoots: members, accounts } of generateFleet({ time, seed, count: shoots })) {
    objects.push(...projectFrame(project, time, seed), ...accounts, ...members);
  }
  const all = seeds === undefined ? objects : withMoreSeeds(objects, seeds);
  return { objects: all.map((object) => withUid(object, seed)), identities: demoIdentities };
}

/** A project with its namespace and the roles of its members. */
function projectFrame(plan: ProjectPlan, time: DemoTime, seed: number): readonly KubeObject[] {
  const project = withUid(projectObject(plan, time), seed);
  const { creationTimestamp } = project.metadata;
  const account = serviceAccountObject({ name: "default", namespace: plan.namespace });
  const dated = (object: KubeObject) => ({
    ...object,
    metadata: { ...object.metadata, ...(creationTimestamp && { creationTimestamp }) },
  });
  return [project, projectNamespaceObject(project), ...[account, ...projectRbacObjects(project)].map(dated)];
}

function withUid<Item extends KubeObject>(object: Item, seed: number): Item {
  const { kind, metadata } = object;
  if (metadata.uid !== undefined) return object;
  const uid = createRandom(seed, `uid/${kind}/${metadata.namespace ?? ""}/${metadata.name}`).uuid();
  return { ...object, metadata: { ...metadata, uid } };
}

function companions(shoot: Shoot, time: DemoTime, seed: number): readonly KubeObject[] {
  return [...projectResourcesOf(shoot, time.now, seed), ...buildShootEvents(shoot, time)];
}
