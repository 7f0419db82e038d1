import "server-only";
import type { ProjectChange } from "#lib/contract/project/projects.ts";
import { isUnreadableAnnotation } from "#lib/custom-fields/parse-custom-fields.ts";
import type { Project } from "#lib/garden/project.ts";
import { projectAnnotations } from "#lib/garden/project-annotations.ts";
import { stringAt } from "#lib/kube/field.ts";
import { projects } from "#lib/kube/resource.ts";
import { text } from "#lib/language/text.ts";
import { memberWithRoles, subjectOf } from "#lib/policy/projects/project-members.ts";
import { describeUnreadableFields } from "#lib/words/project/custom-field-descriptions.ts";
import { ProblemError, type ProblemFacts } from "#server/boundary/problem.ts";
import { toProblemErrorWith } from "#server/boundary/to-problem-error.ts";
import type { MergePatch } from "#server/garden/garden-client.ts";
import { type GardenErrorReason, isOutcomeUncertain } from "#server/garden/garden-error.ts";
import { type ProjectContext, requireSeenProject } from "./project-context.ts";

interface ProjectChanging {
  readonly token: string;
  readonly name: string;
  readonly change: ProjectChange;
  readonly signal: AbortSignal;
}

/**
 * Changes a Project with the user's own token, and only the version of it that the user saw, so that no change of
 * somebody else is lost.
 */
export async function changeProject(
  context: Omit<ProjectContext, "reviews">,
  { token, name, change, signal }: ProjectChanging,
): Promise<void> {
  await requireSeenProject(context, token, name);
  const client = context.withToken(token);
  const target = { resource: projects, name };
  if (change.kind === "customFields") {
    requireReadableFields(change.customFields);
    requireReadablePresentFields((await client.get<Project>(target, { signal })).body, change.resourceVersion);
  }
  try {
    if (change.kind === "delete") await deleteProject(client, { name, uid: change.uid, signal });
    else await client.patch<Project>(target, patchOf(change), { signal });
  } catch (error) {
    throw toProblemErrorWith(error, ({ reason }) => factsFor(reason, change));
  }
}

/** A merge patch; an empty text takes its field away. */
function patchOf(change: Exclude<ProjectChange, { readonly kind: "delete" }>): MergePatch {
  const metadata = { resourceVersion: change.resourceVersion };
  switch (change.kind) {
    case "settings": {
      const { title, costObject, costObjectType, description, purpose } = change;
      const annotations = given({
        [projectAnnotations.title]: title,
        [projectAnnotations.costObject]: costObject,
        [projectAnnotations.costObjectType]: costObjectType,
      });
      return { metadata: { ...metadata, annotations }, spec: given({ description, purpose }) };
    }
    case "customFields":
      return {
        metadata: { ...metadata, annotations: given({ [projectAnnotations.customFields]: change.customFields }) },
      };
    case "members":
      return {
        metadata,
        spec: {
          members: change.members.map(({ roles, kind, name, namespace }) =>
            memberWithRoles(subjectOf(kind, name, namespace), roles),
          ),
        },
      };
    case "owner":
      // Fields that only the previous owner has must go: a service account has a namespace, and a person a group.
      return {
        metadata,
        spec: {
          owner: {
            ...{ apiGroup: null, namespace: null },
            ...subjectOf(change.owner.kind, change.owner.name, change.owner.namespace),
          },
        },
      };
  }
}

/** @throws ProblemError `invalid-request` for custom fields that nobody could read, not even Gardener's dashboard */
function requireReadableFields(customFields: string): void {
  if (isUnreadableAnnotation(customFields))
    throw new ProblemError("invalid-request", { detail: text("The custom fields are no JSON, or too large.") });
}

/**
 * A change is made of the fields that could be read. Without any, it would replace what somebody has written. Of another
 * version than the user saw, the garden refuses the change itself.
 *
 * @throws ProblemError `invalid-request` if the present custom fields cannot be read
 */
function requireReadablePresentFields({ metadata }: Project, resourceVersion: string): void {
  const detail = describeUnreadableFields(stringAt(metadata, "annotations", projectAnnotations.customFields));
  if (detail !== undefined && metadata.resourceVersion === resourceVersion)
    throw new ProblemError("invalid-request", { detail });
}

/** The given fields; null takes away what is empty. */
function given(fields: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string | null>> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) => (value === undefined ? [] : [[key, value === "" ? null : value]])),
  );
}

interface ProjectDeletion {
  readonly name: string;
  readonly uid: string;
  readonly signal: AbortSignal;
}

/**
 * Confirms the deletion by the annotation that Gardener asks for, and deletes. If Gardener refuses the deletion, the
 * annotation is taken away again, so that nobody deletes the project by accident.
 */
async function deleteProject(
  client: ReturnType<ProjectContext["withToken"]>,
  { name, uid, signal }: ProjectDeletion,
): Promise<void> {
  const target = { resource: projects, name };
  const { body: current } = await client.get<Project>(target, { signal });
  // Without the request's signal: also when the user has left, the confirmation must not stay.
  const confirm = (resourceVersion: string, value: "true" | null) =>
    client.patch<Project>(target, {
      metadata: { resourceVersion, annotations: { [projectAnnotations.confirmDeletion]: value } },
    });
  if (current.metadata.uid !== uid)
    throw new ProblemError("conflict", { detail: text("This is another project of the same name.") });
  const { body: confirmed } = await confirm(current.metadata.resourceVersion ?? "", "true");
  try {
    await client.delete(target, { uid, signal });
  } catch (error) {
    await confirm(confirmed.metadata.resourceVersion ?? "", null).catch(() => undefined);
    throw error;
  }
}

function factsFor(reason: GardenErrorReason, change: ProjectChange): ProblemFacts {
  if (isOutcomeUncertain(reason)) {
    return { detail: text("Whether the change took effect is not certain: look at the project again.") };
  }
  switch (reason) {
    case "conflict":
      return {
        detail: text(
          "Somebody has changed the project since you opened it. Look at it again, then repeat your change.",
        ),
      };
    case "forbidden":
      return { detail: forbiddenDetail(change) };
    default:
      return {};
  }
}

function forbiddenDetail({ kind }: ProjectChange): string {
  switch (kind) {
    case "members":
    case "owner":
      return text("The garden refuses this change of members. People and groups need the role uam or owner to change.");
    case "delete":
      return text("The garden refuses to delete the project.");
    case "settings":
    case "customFields":
      return text("You are not allowed to change this project.");
  }
}
