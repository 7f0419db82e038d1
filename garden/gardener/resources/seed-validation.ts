import "server-only";
import { fieldErrorCause } from "#garden/api/errors/api-error.ts";
import { fieldAt } from "#lib/kube/field.ts";
import type { KubeObject, KubeStatusCause } from "#lib/kube/object.ts";
import { isRecord } from "#lib/kube/wire.ts";

/** Validates required fields of a Seed. @source Gardener: pkg/api/core/validation/seed.go, ValidateSeedSpec */
export function validateSeed(seed: KubeObject): readonly KubeStatusCause[] {
  const spec = fieldAt(seed, "spec");
  const has = (path: string) => isRecord(fieldAt(spec, ...path.split(".")));
  const needed = [
    "provider.type",
    "provider.region",
    "ingress",
    ...(has("backup") ? ["backup.credentialsRef"] : []),
    ...(has("ingress") && !has("dns.provider") ? ["dns.provider"] : []),
    ...(has("dns.provider") ? ["dns.provider.type", "dns.provider.credentialsRef"] : []),
    ...(has("dns.internal")
      ? ["dns.internal.domain", "dns.internal.type", "dns.internal.credentialsRef"]
      : ["dns.internal"]),
  ];
  return needed.flatMap((path) => {
    const value = fieldAt(spec, ...path.split("."));
    return value === undefined || value === null || value === ""
      ? [fieldErrorCause("Required", `spec.${path}`, "must be set")]
      : [];
  });
}
