import type { GardenApi } from "#garden/api/local/garden-api.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { listAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import {
  credentialsBindings,
  type KubeResource,
  quotas,
  secretBindings,
  secrets,
  shoots,
  workloadIdentities,
} from "#lib/kube/resource.ts";
import { bindingReferenceLabel } from "../../accounts/account-marks.ts";
import { credentialsOf } from "../../kinds/bindings.ts";

const bindingKinds = [secretBindings, credentialsBindings];

/**
 * Whether a namespace contains clusters, or credentials or Quotas that a cluster anywhere uses.
 * @source Gardener: pkg/controllermanager/controller/project/stale
 */
export function isProjectInUse(api: GardenApi, namespace: string): boolean {
  if (api.list({ resource: shoots, namespace }).length > 0) return true;
  const names = (resource: KubeResource, isMarked: (object: KubeObject) => boolean) =>
    new Set(
      api
        .list({ resource, namespace })
        .filter(isMarked)
        .map(({ metadata }) => metadata.name),
    );
  const isReferenced = ({ metadata }: KubeObject) =>
    bindingKinds.some((kind) => bindingReferenceLabel(kind) in (metadata.labels ?? {}));
  const credentials: Readonly<Record<string, ReadonlySet<string>>> = {
    Secret: names(secrets, isReferenced),
    WorkloadIdentity: names(workloadIdentities, isReferenced),
  };
  const limits = names(quotas, () => true);
  const refersHere = (binding: KubeObject): boolean => {
    const reference = credentialsOf(binding);
    if (reference.namespace === namespace && credentials[reference.kind]?.has(reference.name)) return true;
    return listAt(binding, "quotas").some(
      (quota) => stringAt(quota, "namespace") === namespace && limits.has(stringAt(quota, "name") ?? ""),
    );
  };
  return bindingKinds.some((resource) =>
    api
      .list({ resource })
      .filter(refersHere)
      .some((binding) => isBindingUsed(api, resource, binding)),
  );
}

function isBindingUsed(api: GardenApi, resource: KubeResource, { metadata }: KubeObject): boolean {
  const { namespace = "", name } = metadata;
  return api.list<Shoot>({ resource: shoots, namespace }).some(({ spec }) => {
    return name === (resource === secretBindings ? spec.secretBindingName : spec.credentialsBindingName);
  });
}
