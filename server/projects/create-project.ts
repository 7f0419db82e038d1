import "server-only";
import type { NewProject } from "#lib/contract/project/projects.ts";
import type { Project } from "#lib/garden/project.ts";
import { projectAnnotations } from "#lib/garden/project-annotations.ts";
import { projects } from "#lib/kube/resource.ts";
import { text } from "#lib/language/text.ts";
import { findProjectNameErrors, findProjectTextErrors } from "#lib/policy/projects/find-project-errors.ts";
import { describeFieldError } from "#lib/words/field-error-descriptions.ts";
import { ProblemError, type ProblemFacts } from "#server/boundary/problem.ts";
import { toProblemErrorWith } from "#server/boundary/to-problem-error.ts";
import { type GardenErrorReason, isOutcomeUncertain } from "#server/garden/garden-error.ts";
import type { ProjectContext } from "./project-context.ts";

interface ProjectCreation {
  readonly token: string;
  readonly wanted: NewProject;
  readonly signal: AbortSignal;
}

/**
 * Creates a Project with the user's own token. Gardener sets it up afterwards: namespace, owner and permissions follow,
 * and the project is usable in phase `Ready`. A request without an answer is not repeated.
 */
export async function createProject(
  context: Pick<ProjectContext, "withToken">,
  { token, wanted, signal }: ProjectCreation,
): Promise<{ readonly name: string }> {
  const { name, title, description, purpose, costObject, costObjectType } = wanted;
  const errors = [
    ...findProjectNameErrors(name),
    ...findProjectTextErrors("description", description ?? ""),
    ...findProjectTextErrors("purpose", purpose ?? ""),
  ];
  if (errors.length > 0) {
    const causes = errors.map((error) => ({ field: error.path, message: describeFieldError(error) }));
    throw new ProblemError("invalid-request", { detail: text("The project is not valid."), causes });
  }
  const annotations = Object.fromEntries(
    [
      [projectAnnotations.title, title],
      [projectAnnotations.costObject, costObject],
      [projectAnnotations.costObjectType, costObjectType],
    ].filter(([, value]) => value),
  );
  const body = {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "Project",
    metadata: { name, ...(Object.keys(annotations).length > 0 && { annotations }) },
    spec: { namespace: `garden-${name}`, ...(description && { description }), ...(purpose && { purpose }) },
  };
  try {
    const created = await context.withToken(token).create<Project>({ resource: projects }, body, { signal });
    return { name: created.body.metadata.name };
  } catch (error) {
    throw toProblemErrorWith(error, ({ reason }) => factsFor(reason));
  }
}

function factsFor(reason: GardenErrorReason): ProblemFacts {
  if (isOutcomeUncertain(reason)) {
    return { detail: text("Whether the project was created is not certain: look at the list, then repeat.") };
  }
  switch (reason) {
    case "already-exists":
      return { detail: text("There is a project of this name already. You do not have to see it.") };
    case "forbidden":
      return { detail: text("You are not allowed to create projects.") };
    default:
      return {};
  }
}
