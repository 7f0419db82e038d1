import "server-only";
import { namespaces, serviceAccounts } from "#lib/kube/resource.ts";
import type { GardenApi } from "./garden-api.ts";

const name = "default";

/**
 * Gives every namespace the ServiceAccount `default`, also after its deletion.
 * @source Kubernetes: pkg/controller/serviceaccount/serviceaccounts_controller.go
 */
export function startServiceAccountController({ api }: { readonly api: GardenApi }): () => void {
  const ensure = (namespace: string): void => {
    const place = api.get({ resource: namespaces, name: namespace });
    if (!place || place.metadata.deletionTimestamp !== undefined) return;
    if (api.get({ resource: serviceAccounts, namespace, name })) return;
    api.create({ resource: serviceAccounts, namespace }, { metadata: { name } });
  };
  const stops = [
    api.watch({ resource: namespaces }, ({ type, object }) => {
      if (type !== "DELETED") ensure(object.metadata.name);
    }),
    api.watch({ resource: serviceAccounts }, ({ type, object }) => {
      const { namespace } = object.metadata;
      if (type === "DELETED" && object.metadata.name === name && namespace !== undefined) ensure(namespace);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
