import type { Project } from "#lib/garden/project.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { waitUntilTrue } from "../eventually.ts";
import { describeGardenRejection, type GardenAccess, type GardenHttpResponse } from "../garden-access.ts";
import { createOrReplaceObject, pathOf, qualifiedNameOf } from "../import-objects.ts";
import type { ComparedGarden } from "../requests/compare-requests.ts";
import { watchUntil } from "../watch-until.ts";
import { mayDo } from "./compare-project.ts";
import { plantedBindings, plantedCredentials, plantedProjects, plantedRights } from "./planted-objects.ts";
import { projectsPath } from "./random-projects.ts";

/** Makes the planted Projects and bindings in a garden, and waits until its controllers have set all of them up. */
export async function plantProjects({ access, tokens }: ComparedGarden): Promise<void> {
  const [operator, owner] = ["operator", "owner-commerce"].map((name) => access.as(tokens[name] ?? ""));
  if (operator === undefined || owner === undefined) throw new Error("the garden has no tokens of the demo's people");
  for (const right of plantedRights) {
    const answer = await access.send({ method: "POST", path: pathOf(right, "collection"), body: right });
    // The demo's landscape has these bindings already.
    if (answer.code !== 409) requireCreated(right, answer);
  }
  await waitUntilTrue("the operator may create projects", () => mayDo(operator, "create", ""));
  for (const project of plantedProjects) await plant(operator, project);
  await untilReady(
    access,
    plantedProjects.map(({ metadata }) => metadata.name),
  );
  for (const object of [...plantedCredentials, ...plantedBindings]) await plant(access, object);
  for (const [collection, members] of Map.groupBy(plantedBindings, (object) => pathOf(object, "collection"))) {
    const names = members.map(({ metadata }) => metadata.name);
    await watchUntil(access, collection, names, ({ metadata }) => metadata.finalizers?.includes("gardener") === true);
  }
  await waitUntilTrue("the roles in projects count", () => mayDo(owner, "manage-members", "rp-owned"));
}

async function plant(access: GardenAccess, object: KubeObject): Promise<void> {
  requireCreated(object, await createOrReplaceObject(access, object));
}

function requireCreated(object: KubeObject, answer: GardenHttpResponse): void {
  if (answer.code >= 300) throw new Error(`${qualifiedNameOf(object)}: ${describeGardenRejection(answer)}`);
}

/** Waits until the project controller has set up the current generation of Projects. */
export function untilReady(access: GardenAccess, names: readonly string[]): Promise<void> {
  return watchUntil<Project>(access, projectsPath, names, ({ metadata, status }) => {
    return status?.phase === "Ready" && status.observedGeneration === metadata.generation;
  });
}
