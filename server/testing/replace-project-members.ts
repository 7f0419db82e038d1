import type { EmbeddedGarden } from "#garden/start-embedded-garden.ts";
import type { Project, ProjectMember } from "#lib/garden/project.ts";
import { projects, roleBindings } from "#lib/kube/resource.ts";

/**
 * Replaces the owner of a project by somebody else and its members by the given ones, at once: Gardener makes
 * RoleBindings for the new members. Without members, all permissions are gone.
 *
 * @returns a function that restores owner and members
 */
export function replaceProjectMembers(
  { api }: EmbeddedGarden,
  name: string,
  members: readonly ProjectMember[] = [],
): () => void {
  const target = { resource: projects, name };
  const { owner, members: before } = api.get<Project>(target)?.spec ?? {};
  api.patch(target, { spec: { members, owner: { kind: "User", name: "somebody-else" } } });
  const bindings = { resource: roleBindings, namespace: `garden-${name}` };
  for (const { metadata } of api.list(bindings)) api.delete({ ...bindings, name: metadata.name });
  return () => void api.patch(target, { spec: { owner, members: before } });
}
