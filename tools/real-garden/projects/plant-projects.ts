import type { Project } from "#lib/garden/project.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { waitUntilTrue } from "../eventually.ts";
import { describeGardenRejection, type GardenAccess, type GardenHttpResponse } from "../garden-access.ts";
import { createOrReplaceObject, pathOf, qualifiedNameOf } from "../import-objects.ts";
import { mayDoToProject } from "../may-do.ts";
import type { ComparedGarden } from "../requests/compare-requests.ts";
import { watchUntil } from "../watch-until.ts";
import { plantedBindings, plantedCredentials, plantedProjects, plantedRights } from "./planted-objects.ts";
import { projectsPath } from "./random-projects.ts";

/** Makes the planted Projects and bindings in a garden, and waits until its controllers have set all of them up. */
export async function plantProjects(garden: ComparedGarden): Promise<void> {
  const { access, tokens } = garden;
  const owner = access.as(tokens["owner-commerce"] ?? "");
  await plantProjectsWithRights(garden, plantedProjects);
  for (const object of [...plantedCredentials, ...plantedBindings]) await plant(access, object);
  await untilProtected(access, plantedBindings);
  await waitUntilTrue("the roles in projects count", () => mayDoToProject(owner, "manage-members", "rp-owned"));
}

/** Gives the demo's people their rights in the garden, creates Projects and waits until they are set up. */
export async function plantProjectsWithRights(
  { access, tokens }: ComparedGarden,
  projects: readonly Project[],
): Promise<void> {
  const operator = access.as(tokens.operator ?? "");
  for (const right of plantedRights) {
    const answer = await access.send({ method: "POST", path: pathOf(right, "collection"), body: right });
    // The demo's landscape has these bindings already.
    if (answer.code !== 409) requireCreated(right, answer);
  }
  await waitUntilTrue("the operator may create projects", () => mayDoToProject(operator, "create", ""));
  for (const project of projects) await plant(operator, project);
  await untilReady(
    access,
    projects.map(({ metadata }) => metadata.name),
  );
}

/** Waits until the controllers protect objects by Gardener's finalizer. */
export async function untilProtected(access: GardenAccess, objects: readonly KubeObject[]): Promise<void> {
  for (const [collection, members] of Map.groupBy(objects, (object) => pathOf(object, "collection"))) {
    const names = members.map(({ metadata }) => metadata.name);
    await watchUntil(access, collection, names, ({ metadata }) => metadata.finalizers?.includes("gardener") === true);
  }
}

/** Creates an object. @throws {Error} if the garden refuses it */
export async function plant(access: GardenAccess, object: KubeObject): Promise<void> {
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
