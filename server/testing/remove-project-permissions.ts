import type { EmbeddedGarden } from "#garden/start-embedded-garden.ts";
import { projects, roleBindings } from "#lib/kube/resource.ts";

/** Deletes all RoleBindings and members of a project. @returns a function that restores them */
export function removeProjectPermissions({ api }: EmbeddedGarden, name: string): () => void {
  const target = { resource: projects, name };
  const members = { resource: roleBindings, namespace: `garden-${name}` };
  const before = api.get(target);
  const spec = before !== undefined && "spec" in before ? before.spec : undefined;
  const bindings = api.list(members);
  for (const { metadata } of bindings) api.delete({ ...members, name: metadata.name });
  api.patch(target, { spec: { members: [], owner: { kind: "User", name: "somebody-else" } } });
  return () => {
    api.patch(target, { spec });
    for (const binding of bindings) {
      const { resourceVersion: _, uid: __, ...metadata } = binding.metadata;
      api.create(members, { ...binding, metadata });
    }
  };
}
