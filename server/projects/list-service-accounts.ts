import "server-only";
import type { ListedServiceAccount, ServiceAccounts } from "#lib/contract/project/service-accounts.ts";
import type { ProjectMember } from "#lib/garden/project.ts";
import { serviceAccountAnnotations } from "#lib/garden/project-annotations.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { serviceAccounts } from "#lib/kube/resource.ts";
import { text } from "#lib/language/text.ts";
import { rolesOfMember } from "#lib/policy/projects/project-members.ts";
import { accessReviewAttributes, reviewAccessOrUndefined } from "#server/access/access-reviews.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { listAll } from "#server/garden/list-all.ts";
import { type ProjectContext, type ProjectRequest, requireSeenProject } from "./project-context.ts";

/** The service accounts of a project with their roles, and members that stand for accounts that do not exist. */
export async function listServiceAccounts(context: ProjectContext, request: ProjectRequest): Promise<ServiceAccounts> {
  const { token, name, signal } = request;
  const { project } = await requireSeenProject(context, token, name);
  const namespace = project.spec.namespace ?? "";
  const may = (verb: string, subresource?: string) =>
    reviewAccessOrUndefined(
      context.reviews,
      token,
      accessReviewAttributes(verb, serviceAccounts, { namespace, ...(subresource && { subresource }) }),
    );
  const [found, create, remove, change, requestToken] = await Promise.all([
    listAll<KubeObject>({ client: context.withToken(token), signal }, serviceAccounts, namespace),
    may("create"),
    may("delete"),
    may("patch"),
    may("create", "token"),
  ]);
  if (found === undefined) {
    throw new ProblemError("forbidden", { detail: text("You are not allowed to list service accounts here.") });
  }
  const members = (project.spec.members ?? []).filter((each) => each.kind === "ServiceAccount");
  const own = members.filter((member) => member.namespace === namespace);
  const names = new Set(found.map(({ metadata }) => metadata.name));
  const orphaned = own.filter((member) => !names.has(member.name));
  return {
    accounts: [
      ...found.map((account) => listedAccountOf(account, own)),
      ...orphaned.map((member) => ({ name: member.name, roles: [...rolesOfMember(member)] })),
    ].sort((a, b) => (a.name < b.name ? -1 : 1)),
    rights: {
      ...(create !== undefined && { create }),
      ...(remove !== undefined && { delete: remove }),
      ...(change !== undefined && { change }),
      ...(requestToken !== undefined && { requestToken }),
    },
  };
}

function listedAccountOf({ metadata }: KubeObject, members: readonly ProjectMember[]): ListedServiceAccount {
  const { name, uid, annotations = {}, creationTimestamp } = metadata;
  const member = members.find((each) => each.name === name);
  const description = annotations?.[serviceAccountAnnotations.description];
  const createdBy = annotations?.[serviceAccountAnnotations.createdBy];
  return {
    name,
    ...(uid && { uid }),
    ...(description && { description }),
    ...(createdBy && { createdBy }),
    ...(creationTimestamp && { createdAt: creationTimestamp }),
    roles: member === undefined ? [] : [...rolesOfMember(member)],
  };
}
