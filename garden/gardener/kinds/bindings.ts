import "server-only";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import type { ObjectTarget } from "#lib/kube/paths.ts";
import { type KubeResource, quotas, secrets, workloadIdentities } from "#lib/kube/resource.ts";

interface Binding extends KubeObject {
  readonly provider: { readonly type: string };
  readonly quotas: readonly { readonly name: string; readonly namespace?: string }[];
}

export interface SecretBinding extends Binding {
  readonly secretRef: { readonly name: string; readonly namespace: string };
}

export interface CredentialsBinding extends Binding {
  readonly credentialsRef: {
    readonly apiVersion: string;
    readonly kind: string;
    readonly name: string;
    readonly namespace: string;
  };
}

/** Credentials that a binding refers to. */
export interface ReferencedCredentials {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** The credentials that a binding of either kind refers to. */
export function credentialsOf(binding: KubeObject): ReferencedCredentials {
  const field = fieldAt(binding, "secretRef") === undefined ? "credentialsRef" : "secretRef";
  return {
    apiVersion: stringAt(binding, field, "apiVersion") ?? "v1",
    kind: stringAt(binding, field, "kind") ?? "Secret",
    namespace: stringAt(binding, field, "namespace") || (binding.metadata.namespace ?? ""),
    name: stringAt(binding, field, "name") ?? "",
  };
}

/** Whether two references lead to the same credentials. */
export function isSameCredentials(one: ReferencedCredentials, other: ReferencedCredentials): boolean {
  return (["apiVersion", "kind", "namespace", "name"] as const).every((field) => one[field] === other[field]);
}

/** Resource of the referenced credentials; undefined for a kind that the garden does not serve. */
export function resourceOfCredentials({ kind }: ReferencedCredentials): KubeResource | undefined {
  switch (kind) {
    case "Secret":
      return secrets;
    case "WorkloadIdentity":
      return workloadIdentities;
    default:
      return undefined;
  }
}

/** The Quotas that a binding of either kind refers to. */
export function quotaTargets(binding: KubeObject): readonly ObjectTarget[] {
  return listAt(binding, "quotas").map((quota) => ({
    resource: quotas,
    namespace: stringAt(quota, "namespace") || (binding.metadata.namespace ?? ""),
    name: stringAt(quota, "name") ?? "",
  }));
}

/** Whether a binding of either kind refers to a Quota. */
export function refersToQuota(
  binding: KubeObject,
  quota: { readonly namespace?: string | undefined; readonly name: string },
): boolean {
  return quotaTargets(binding).some(({ namespace, name }) => namespace === quota.namespace && name === quota.name);
}

export interface Quota extends KubeObject {
  readonly spec: {
    readonly scope: { readonly apiVersion: string; readonly kind: string };
    readonly clusterLifetimeDays?: number;
    readonly metrics: Readonly<Record<string, string>>;
  };
}
