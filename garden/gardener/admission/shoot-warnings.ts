import "server-only";
import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt } from "#lib/kube/field.ts";
import type { GardenerRules } from "#lib/policy/editions/gardener-rules.ts";
import { rotationWarnings } from "#lib/policy/operations/rotation-warnings.ts";
import {
  type PersistentWarning,
  type PersistentWarningId,
  persistentWarningsOf,
} from "#lib/policy/status/persistent-warnings.ts";
import { versionCore } from "#lib/policy/versions/version-step.ts";
import { rotationWarningMessage } from "../rules/rotation-warning-messages.ts";

const usesIpvs = (shoot: Shoot): boolean => fieldAt(shoot.spec.kubernetes.kubeProxy, "mode") === "IPVS";

/** Warning texts of the API server, unchanged because every client shows them. */
const labels: { readonly [Id in Exclude<PersistentWarningId, "dnsSecretName">]: string } = {
  podEvictionTimeout:
    "you are setting the spec.kubernetes.kubeControllerManager.podEvictionTimeout field. The field does not have effect since Kubernetes 1.13 and is forbidden to be set starting from Kubernetes 1.33. Instead, use the spec.kubernetes.kubeAPIServer.(defaultNotReadyTolerationSeconds/defaultUnreachableTolerationSeconds) fields.",
  maxEmptyBulkDelete:
    "you are setting the spec.kubernetes.clusterAutoscaler.maxEmptyBulkDelete field. The field has been deprecated and is forbidden to be set starting from Kubernetes 1.33. The value is not used and will be set to nil. Instead, use the spec.kubernetes.clusterAutoscaler.maxScaleDownParallelism field.",
  cloudProfileName:
    "you are setting the spec.cloudProfileName field. The field is deprecated and will be forcefully set empty starting with Kubernetes 1.34. Use the new spec.cloudProfile.name field instead.",
  addons:
    "you are setting the spec.addons field. The field is deprecated and will be forbidden starting with Kubernetes 1.35.",
  ipvs: "you are using IPVS mode for kube-proxy. The IPVS mode is deprecated starting with Kubernetes 1.35. Please switch to iptables or nftables mode.",
  kubeMaxPDVols:
    "you are setting the spec.kubernetes.kubeScheduler.kubeMaxPDVols field. The field has been deprecated and is forbidden to be set starting from Kubernetes 1.35. The kubeMaxPDVols configuration is no longer necessary as values are set by the respective CSI driver.",
  secretBindingName:
    "spec.secretBindingName is deprecated and will be disallowed starting with Kubernetes 1.34. For migration instructions, see: https://github.com/gardener/gardener/blob/master/docs/usage/shoot-operations/secretbinding-to-credentialsbinding-migration.md",
  anonymousAuthentication:
    "you are setting the spec.kubernetes.kubeAPIServer.enableAnonymousAuthentication field. The field is deprecated. Using Kubernetes v1.32 and above, please use anonymous authentication configuration. See: https://kubernetes.io/docs/reference/access-authn-authz/authentication/#anonymous-authenticator-configuration",
  watchCacheDefault:
    "you are setting the spec.kubernetes.kubeAPIServer.watchCacheSizes.default field. The field has been deprecated and is forbidden to be set starting from Kubernetes 1.35. The cache size is automatically sized by the kube-apiserver.",
};

const switchedToIpvs =
  "you have switched to IPVS mode for kube-proxy. The IPVS mode is deprecated starting with Kubernetes 1.35. Please switch to iptables or nftables mode.";
/** From this Kubernetes minor version on, every write with IPVS causes a warning, not only one that enables IPVS. */
const ipvsEndMinor = 35;

interface Write {
  readonly shoot: Shoot;
  readonly before: Shoot | undefined;
  readonly now: Date;
}

/**
 * The API server's warnings for a valid write of a Shoot. Updates also warn of credential rotations that are due.
 * @source Gardener: pkg/api/core/shoot/warnings.go
 */
export function shootWarnings({ shoot, before, now }: Write, rules: GardenerRules): readonly string[] {
  const rotations = before ? rotationWarnings(shoot, now.getTime()).map(rotationWarningMessage) : [];
  const minor = versionCore(shoot.spec.kubernetes.version)?.minor ?? 0;
  const switches = before !== undefined && usesIpvs(shoot) && !usesIpvs(before) && minor < ipvsEndMinor;
  return [
    ...rotations,
    ...persistentWarningsOf(shoot.spec, rules).map(textOf),
    ...(switches && rules("warn.ipvs") === "warned" ? [switchedToIpvs] : []),
  ];
}

function textOf({ id, field }: PersistentWarning): string {
  if (id !== "dnsSecretName") return labels[id];
  const instead = field.replace("secretName", "credentialsRef");
  return `you are setting the ${field} field. The field is deprecated and is forbidden to be set starting from Kubernetes 1.35. Use ${instead} instead.`;
}
