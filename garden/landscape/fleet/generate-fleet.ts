import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { createRandom } from "#lib/random.ts";
import { credentialObjectsOf } from "../build/bindings.ts";
import { buildShoot } from "../build/build-shoot.ts";
import { generateProjects } from "../garden/generate-projects.ts";
import type { ProjectPlan } from "../garden/projects.ts";
import type { DemoTime } from "../plan/demo-time.ts";
import type { ShootPlan } from "../plan/shoot-plan.ts";
import { generatePlan } from "./generate-shoot.ts";

interface GeneratedProject {
  readonly project: ProjectPlan;
  readonly accounts: readonly KubeObject[];
  readonly shoots: readonly Shoot[];
}

/**
 * Generates projects and Shoots for load tests: many projects of different sizes, with almost only healthy Shoots.
 * Secrets, ConfigMaps and events are omitted, because there would be five times as many objects.
 */
export function generateFleet({
  time,
  seed,
  count,
}: {
  readonly time: DemoTime;
  readonly seed: number;
  readonly count: number;
}): readonly GeneratedProject[] {
  return generateProjects(seed, count).map(({ project, size }) => {
    const random = createRandom(seed, `generated/${project.name}`);
    const plans: ShootPlan[] = [];
    for (let index = 0; index < size; index += 1) plans.push(generatePlan(index, project, random));
    const { name, namespace, costCentre } = project;
    return {
      project,
      accounts: credentialObjectsOf(project, plans, time),
      shoots: plans.map((plan) => buildShoot(plan, { project: name, namespace, costCentre, time, seed })),
    };
  });
}
