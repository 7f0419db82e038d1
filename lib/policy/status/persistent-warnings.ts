import type { ShootSpec } from "#lib/garden/shoot.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import type { GardenerRules } from "../editions/gardener-rules.ts";
import { versionCore } from "../versions/version-step.ts";

/** A setting of a Shoot for which the API server returns a warning on every write. */
export type PersistentWarningId =
  | "podEvictionTimeout"
  | "maxEmptyBulkDelete"
  | "cloudProfileName"
  | "addons"
  | "ipvs"
  | "kubeMaxPDVols"
  | "secretBindingName"
  | "anonymousAuthentication"
  | "watchCacheDefault"
  | "dnsSecretName";

export interface PersistentWarning {
  readonly id: PersistentWarningId;
  readonly field: string;
}

/** The Kubernetes minor from which on `buildCloudProfile` takes precedence over the older `cloudProfileName`. */
const referenceMinor = 33;
/** The Kubernetes minors from which on fields are removed, so that the API server no longer warns about them. */
const bulkDeleteEndMinor = 33;
const ipvsEndMinor = 35;

function isSet(spec: ShootSpec, ...path: readonly string[]): boolean {
  const value = fieldAt(spec, ...path);
  return value !== undefined && value !== null;
}

/**
 * The API server's warnings about a stored Shoot, in its order. Without warnings about changed fields, and about due
 * rotations.
 * @source Gardener: pkg/api/core/shoot/warnings.go
 */
export function persistentWarningsOf(spec: ShootSpec, rules: GardenerRules): readonly PersistentWarning[] {
  const minor = versionCore(stringAt(spec, "kubernetes", "version") ?? "")?.minor ?? 0;
  const found = (id: PersistentWarningId, applies: boolean, field: string): readonly PersistentWarning[] =>
    applies ? [{ id, field: `spec.${field}` }] : [];
  const has = (id: PersistentWarningId, isWarned: boolean, field: string): readonly PersistentWarning[] =>
    found(id, isWarned && isSet(spec, ...field.split(".")), field);
  const server = "kubernetes.kubeAPIServer";
  return [
    ...has("podEvictionTimeout", true, "kubernetes.kubeControllerManager.podEvictionTimeout"),
    ...has(
      "maxEmptyBulkDelete",
      rules("refuse.maxEmptyBulkDelete") === "refused" && minor < bulkDeleteEndMinor,
      "kubernetes.clusterAutoscaler.maxEmptyBulkDelete",
    ),
    ...found(
      "cloudProfileName",
      rules("refuse.cloudProfileName") === "refused" &&
        minor >= referenceMinor &&
        Boolean(stringAt(spec, "cloudProfileName")),
      "cloudProfileName",
    ),
    ...has("addons", rules("refuse.addons") === "refused", "addons"),
    ...found(
      "ipvs",
      rules("warn.ipvs") === "warned" &&
        minor >= ipvsEndMinor &&
        fieldAt(spec, "kubernetes", "kubeProxy", "mode") === "IPVS",
      "kubernetes.kubeProxy.mode",
    ),
    ...has("kubeMaxPDVols", rules("refuse.kubeMaxPDVols") === "refused", "kubernetes.kubeScheduler.kubeMaxPDVols"),
    ...has("secretBindingName", rules("refuse.secretBindingName") === "refused", "secretBindingName"),
    ...has(
      "anonymousAuthentication",
      rules("warn.anonymousAuthentication") === "warned",
      `${server}.enableAnonymousAuthentication`,
    ),
    ...has("watchCacheDefault", rules("refuse.watchCacheDefault") === "refused", `${server}.watchCacheSizes.default`),
    ...listAt(spec, "dns", "providers").flatMap((provider, index) =>
      found(
        "dnsSecretName",
        rules("refuse.dnsSecretName") === "refused" && fieldAt(provider, "secretName") != null,
        `dns.providers[${index}].secretName`,
      ),
    ),
  ];
}
