import "server-only";
import { type KubeResource, secretBindings } from "#lib/kube/resource.ts";

/** Prefix of the label on Secrets that a provider's extension validates. */
export const shootProviderLabel = "provider.shoot.gardener.cloud/";

const wordOf = (binding: KubeResource): string => (binding === secretBindings ? "secretbinding" : "credentialsbinding");

/** Finalizer on credentials that a binding of this kind refers to. */
export function bindingFinalizer(binding: KubeResource): string {
  return `gardener.cloud/${wordOf(binding)}`;
}

/** Label on credentials and Quotas that a binding of this kind refers to. */
export function bindingReferenceLabel(binding: KubeResource): string {
  return `reference.gardener.cloud/${wordOf(binding)}`;
}
