import "server-only";
import { fieldErrorCause } from "#garden/api/errors/api-error.ts";
import type { StorageStrategy } from "#garden/api/registry/resource-definition.ts";
import { fieldAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject, KubeStatusCause } from "#lib/kube/object.ts";
import { compareQuantities } from "#lib/kube/quantity.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { isRecord } from "#lib/kube/wire.ts";

const scopes = [
  "core.gardener.cloud/v1beta1, Kind=Project",
  "/v1, Kind=Secret",
  "security.gardener.cloud/v1alpha1, Kind=WorkloadIdentity",
];
const metrics = ["cpu", "gpu", "memory", "storage.standard", "storage.premium", "loadbalancer"];

function quotaCauses(quota: KubeObject): readonly KubeStatusCause[] {
  const days = fieldAt(quota, "spec", "clusterLifetimeDays");
  const [apiVersion, kind] = ["apiVersion", "kind"].map((field) => stringAt(quota, "spec", "scope", field) ?? "");
  const scope = `${apiVersion === "v1" ? "/v1" : apiVersion}, Kind=${kind}`;
  const limits = fieldAt(quota, "spec", "metrics");
  const supported = scopes.map((known) => JSON.stringify(known)).join(", ");
  return [
    ...(typeof days === "number" && days < 1
      ? [fieldErrorCause("Invalid", "spec.clusterLifetimeDays", `${days}: must be greater than 0`)]
      : []),
    ...(scopes.includes(scope)
      ? []
      : [fieldErrorCause("NotSupported", "spec.scope", `${JSON.stringify(scope)}: supported values: ${supported}`)]),
    ...Object.entries(isRecord(limits) ? limits : {})
      .filter(([metric]) => !metrics.includes(metric))
      .map(([metric, value]) => {
        const why = `${JSON.stringify(String(value))}: ${metric} is no supported quota metric`;
        return fieldErrorCause("Invalid", `spec.metrics[${metric}]`, why);
      }),
    ...Object.entries(isRecord(limits) ? limits : {})
      .filter(([, value]) => compareQuantities(String(value), "0") === -1)
      .map(([metric, value]) => {
        const why = `${JSON.stringify(String(value))}: must be greater than or equal to 0`;
        return fieldErrorCause("Invalid", `spec.metrics[${metric}]`, why);
      }),
  ];
}

function scopeChangeCauses(before: KubeObject, after: KubeObject): readonly KubeStatusCause[] {
  const [had, has] = [before, after].map((quota) => fieldAt(quota, "spec", "scope"));
  if (semanticallyEqual(had, has)) return [];
  return [fieldErrorCause("Invalid", "spec.scope", `${JSON.stringify(has ?? null)}: field is immutable`)];
}

/** @source Gardener: pkg/api/core/validation/quota.go */
export const quotaStrategy: StorageStrategy = {
  hasGeneration: true,
  hasStatus: false,
  validateCreate: quotaCauses,
  validateUpdate: (before, after) => [...scopeChangeCauses(before, after), ...quotaCauses(after)],
};
