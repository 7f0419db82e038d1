import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { credentialsBindings, type KubeResource, secretBindings, shoots } from "#lib/kube/resource.ts";
import type { ControllerContext } from "../context/controller-context.ts";

/**
 * Releases a binding in deletion once no Shoot of its namespace refers to it.
 * @source Gardener: pkg/controllermanager/controller/{secretbinding,credentialsbinding}
 */
export function startBindingController({ api, later }: ControllerContext): () => void {
  const release = (resource: KubeResource, { metadata }: KubeObject): void => {
    const { namespace = "", name, deletionTimestamp, finalizers = [] } = metadata;
    const target = { resource, namespace, name };
    if (!deletionTimestamp || !finalizers.includes("gardener") || !api.get(target)) return;
    const used = api.list<Shoot>({ resource: shoots, namespace }).some(({ spec }) => {
      return name === (resource === secretBindings ? spec.secretBindingName : spec.credentialsBindingName);
    });
    if (used) return;
    api.patch(target, { metadata: { finalizers: finalizers.filter((finalizer) => finalizer !== "gardener") } });
  };
  const releaseAll = (namespace: string): void => {
    for (const resource of [secretBindings, credentialsBindings]) {
      for (const binding of api.list({ resource, namespace })) release(resource, binding);
    }
  };
  const unfollow = [
    ...[secretBindings, credentialsBindings].map((resource) =>
      api.watch({ resource }, ({ type, object }) => {
        if (type !== "DELETED") later(() => release(resource, object));
      }),
    ),
    api.watch<Shoot>({ resource: shoots }, ({ type, object }) => {
      if (type === "DELETED") later(() => releaseAll(object.metadata.namespace ?? ""));
    }),
  ];
  return () => {
    for (const stop of unfollow) stop();
  };
}
