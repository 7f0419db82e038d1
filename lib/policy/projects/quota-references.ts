import type { Shoot } from "#lib/garden/shoot.ts";
import { listAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";

/** Name and namespace of a Quota. */
export interface QuotaReference {
  readonly namespace: string;
  readonly name: string;
}

/** Bindings of credentials, of one namespace or of several. */
export interface BindingsOfQuota {
  readonly secretBindings: readonly KubeObject[];
  readonly credentialsBindings: readonly KubeObject[];
}

/** The Quotas to which a binding refers; without a namespace, those of the binding's namespace. */
export function quotaReferencesOf(binding: KubeObject): readonly QuotaReference[] {
  return listAt(binding, "quotas").map((one) => ({
    namespace: stringAt(one, "namespace") || (binding.metadata.namespace ?? ""),
    name: stringAt(one, "name") ?? "",
  }));
}

/** Whether a Quota counts the Shoots of one project, or all Shoots whose bindings refer to it. */
export type QuotaScope = "project" | "credentials";

export function quotaScopeOf(quota: KubeObject): QuotaScope {
  return stringAt(quota, "spec", "scope", "kind") === "Project" ? "project" : "credentials";
}

/**
 * The Shoots that count against a Quota: those whose bindings refer to it, in one namespace if the Quota is for a project.
 *
 * @param namespace the project in which the Quota is used
 * @source Gardener: plugin/pkg/shoot/quotavalidator, findShootsReferQuota
 */
export function shootsOfQuota<Each extends Pick<Shoot, "metadata" | "spec">>(
  quota: KubeObject,
  shoots: readonly Each[],
  { secretBindings, credentialsBindings, namespace }: BindingsOfQuota & { readonly namespace: string },
): readonly Each[] {
  const isOfProject = quotaScopeOf(quota) === "project";
  const referring = (bindings: readonly KubeObject[]) =>
    new Set(bindings.filter((binding) => refersTo(binding, quota)).map(({ metadata }) => placeOf(metadata)));
  const [ofSecrets, ofCredentials] = [referring(secretBindings), referring(credentialsBindings)];
  return shoots.filter(({ metadata, spec }) => {
    if (isOfProject && metadata.namespace !== namespace) return false;
    return spec.secretBindingName
      ? ofSecrets.has(placeOf({ ...metadata, name: spec.secretBindingName }))
      : ofCredentials.has(placeOf({ ...metadata, name: spec.credentialsBindingName ?? "" }));
  });
}

function refersTo(binding: KubeObject, { metadata }: KubeObject): boolean {
  return quotaReferencesOf(binding).some(
    ({ namespace, name }) => name === metadata.name && namespace === metadata.namespace,
  );
}

function placeOf({ namespace = "", name }: Pick<KubeObject["metadata"], "namespace" | "name">): string {
  return `${namespace}/${name}`;
}
