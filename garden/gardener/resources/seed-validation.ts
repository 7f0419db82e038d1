import "server-only";
import { fieldErrorCause } from "#garden/api/errors/api-error.ts";
import { fieldAt, listAt } from "#lib/kube/field.ts";
import type { KubeObject, KubeStatusCause } from "#lib/kube/object.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
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

/** Fields that stay as they are, always or once they are set. */
const immutable = ["networks.ipFamilies", "networks.pods", "networks.services"];
const immutableOnceSet = ["networks.nodes", "ingress.domain"];
const immutableOfBackup = ["backup.provider", "backup.region"];

/**
 * Validates a changed Seed: its networks, the domain of its ingress and its backup stay, and its default domains are not
 * taken away.
 * @source Gardener: pkg/api/core/validation/seed.go, ValidateSeedSpecUpdate
 */
export function validateSeedUpdate(before: KubeObject, seed: KubeObject): readonly KubeStatusCause[] {
  const valueIn = (object: KubeObject, path: string) => fieldAt(object, "spec", ...path.split("."));
  const isSet = (path: string) => (valueIn(before, path) ?? "") !== "";
  const losesBackup = isSet("backup") && !isRecord(valueIn(seed, "backup"));
  const fields = losesBackup ? ["backup"] : isSet("backup") ? immutableOfBackup : [];
  const changed = [...immutable, ...immutableOnceSet.filter(isSet), ...fields].filter(
    (path) => !semanticallyEqual(valueIn(before, path), valueIn(seed, path)),
  );
  const losesDomains =
    listAt(before, "spec", "dns", "defaults").length > 0 && listAt(seed, "spec", "dns", "defaults").length === 0;
  return [
    ...changed.map((path) => fieldErrorCause("Invalid", `spec.${path}`, "field is immutable")),
    ...(losesDomains
      ? [fieldErrorCause("Forbidden", "spec.dns.defaults", "removing defaults DNS configuration is not allowed")]
      : []),
    ...validateSeed(seed),
  ];
}
