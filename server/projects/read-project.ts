import "server-only";
import type { ProjectRights, ShownProject } from "#lib/contract/project/projects.ts";
import type { MemberSubject, Project } from "#lib/garden/project.ts";
import { projectAnnotations } from "#lib/garden/project-annotations.ts";
import { stringAt } from "#lib/kube/field.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { projects } from "#lib/kube/resource.ts";
import { text } from "#lib/language/text.ts";
import { rolesOfMember } from "#lib/policy/projects/project-members.ts";
import { accessReviewAttributes, reviewAccessOrUndefined } from "#server/access/access-reviews.ts";
import { matchesRbacSubject } from "#server/access/membership.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { GardenError } from "#server/garden/garden-error.ts";
import { listedProjectOf } from "./list-projects.ts";
import { type ProjectContext, type ProjectRequest, requireSeenProject } from "./project-context.ts";

/**
 * Reads a Project with the user's own token.
 * @throws ProblemError `not-found` where there is none and where the user is not allowed to read it
 */
export async function readProject(context: ProjectContext, request: ProjectRequest): Promise<ShownProject> {
  const { token, name, signal } = request;
  const { identity } = await requireSeenProject(context, token, name);
  const [project, rights] = await Promise.all([
    readOwn(context, { token, name, signal }),
    readProjectRights(context, token, name),
  ]);
  const isYou = (subject: MemberSubject) => matchesRbacSubject(subject, identity);
  const { metadata, spec, status } = project;
  const [costObject, costObjectType] = [projectAnnotations.costObject, projectAnnotations.costObjectType].map((key) =>
    stringAt(metadata, "annotations", key),
  );
  const customFields = stringAt(metadata, "annotations", projectAnnotations.customFields);
  const lastActivityAt = parseInstant(status?.lastActivityTimestamp ?? undefined);
  return {
    ...listedProjectOf(project, identity),
    resourceVersion: metadata.resourceVersion ?? "",
    ...(spec.owner && { ownerSubject: shownSubject(spec.owner) }),
    ...(spec.createdBy?.name && { createdBy: spec.createdBy.name }),
    ...(costObject && { costObject }),
    ...(costObjectType && { costObjectType }),
    ...(customFields && { customFields }),
    ...(lastActivityAt !== undefined && { lastActivityAt }),
    members: (spec.members ?? []).map((member) => ({
      ...shownSubject(member),
      roles: [...rolesOfMember(member)],
      isYou: isYou(member),
    })),
    tolerations: {
      defaults: (spec.tolerations?.defaults ?? []).map(shownToleration),
      whitelist: (spec.tolerations?.whitelist ?? []).map(shownToleration),
    },
    dualApproval: (spec.dualApprovalForDeletion ?? []).map(({ resource, includeServiceAccounts, selector }) => ({
      resource,
      includesServiceAccounts: includeServiceAccounts ?? true,
      selector: JSON.stringify(selector ?? null),
    })),
    rights,
    you: identity.name,
  };
}

async function readOwn(context: ProjectContext, { token, name, signal }: ProjectRequest): Promise<Project> {
  try {
    return (await context.withToken(token).get<Project>({ resource: projects, name }, { signal })).body;
  } catch (error) {
    if (!(error instanceof GardenError) || error.reason !== "forbidden") throw error;
    const detail = text("You see the clusters of this project, but are not allowed to read the project itself.");
    throw new ProblemError("forbidden", { detail }, { cause: error });
  }
}

function shownSubject({ kind, name, namespace }: MemberSubject) {
  return { kind, name, ...(namespace && { namespace }) };
}

function shownToleration({ key, value }: { readonly key: string; readonly value?: string | null }) {
  return { key, ...(value && { value }) };
}

/** What the garden says that the user is allowed to do with a project. */
async function readProjectRights({ reviews }: ProjectContext, token: string, name: string): Promise<ProjectRights> {
  const may = (verb: string) =>
    reviewAccessOrUndefined(reviews, token, accessReviewAttributes(verb, projects, { name }));
  const [change, manageMembers, remove, changeTolerations] = await Promise.all(
    ["patch", "manage-members", "delete", "modify-spec-tolerations-whitelist"].map(may),
  );
  return {
    ...(change !== undefined && { change }),
    ...(manageMembers !== undefined && { manageMembers }),
    ...(remove !== undefined && { delete: remove }),
    ...(changeTolerations !== undefined && { changeTolerations }),
  };
}
