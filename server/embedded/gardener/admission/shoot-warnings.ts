import "server-only";
import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt } from "#lib/kube/field.ts";
import { rotationWarnings } from "#lib/policy/operations/rotation-warnings.ts";
import { versionCore } from "#lib/policy/versions/version-step.ts";
import { wordsOfRotationWarning } from "../rules/rotation-warning-words.ts";

const isSet = (value: unknown): boolean => value !== undefined && value !== null;

function minorOf({ spec }: Shoot): number {
  return versionCore(spec.kubernetes.version)?.minor ?? 0;
}

const usesIpvs = (shoot: Shoot | undefined): boolean => fieldAt(shoot?.spec.kubernetes.kubeProxy, "mode") === "IPVS";

interface Reminder {
  readonly applies: (shoot: Shoot, before: Shoot | undefined) => boolean;
  readonly text: string;
}

/** The API server's own words, for they are what every client shows. */
const reminders: readonly Reminder[] = [
  {
    applies: ({ spec }) => isSet(fieldAt(spec.kubernetes.kubeControllerManager, "podEvictionTimeout")),
    text: "you are setting the spec.kubernetes.kubeControllerManager.podEvictionTimeout field. The field does not have effect since Kubernetes 1.13 and is forbidden to be set starting from Kubernetes 1.33. Instead, use the spec.kubernetes.kubeAPIServer.(defaultNotReadyTolerationSeconds/defaultUnreachableTolerationSeconds) fields.",
  },
  {
    applies: (shoot) =>
      minorOf(shoot) < 33 && isSet(fieldAt(shoot.spec.kubernetes.clusterAutoscaler, "maxEmptyBulkDelete")),
    text: "you are setting the spec.kubernetes.clusterAutoscaler.maxEmptyBulkDelete field. The field has been deprecated and is forbidden to be set starting from Kubernetes 1.33. The value is not used and will be set to nil. Instead, use the spec.kubernetes.clusterAutoscaler.maxScaleDownParallelism field.",
  },
  {
    applies: (shoot) => minorOf(shoot) >= 33 && Boolean(shoot.spec.cloudProfileName),
    text: "you are setting the spec.cloudProfileName field. The field is deprecated and will be forcefully set empty starting with Kubernetes 1.34. Use the new spec.cloudProfile.name field instead.",
  },
  {
    applies: ({ spec }) => isSet(spec.addons),
    text: "you are setting the spec.addons field. The field is deprecated and will be forbidden starting with Kubernetes 1.35.",
  },
  {
    applies: (shoot) => usesIpvs(shoot) && minorOf(shoot) >= 35,
    text: "you are using IPVS mode for kube-proxy. The IPVS mode is deprecated starting with Kubernetes 1.35. Please switch to iptables or nftables mode.",
  },
  {
    applies: (shoot, before) => usesIpvs(shoot) && minorOf(shoot) < 35 && before !== undefined && !usesIpvs(before),
    text: "you have switched to IPVS mode for kube-proxy. The IPVS mode is deprecated starting with Kubernetes 1.35. Please switch to iptables or nftables mode.",
  },
  {
    applies: ({ spec }) => isSet(fieldAt(spec.kubernetes.kubeScheduler, "kubeMaxPDVols")),
    text: "you are setting the spec.kubernetes.kubeScheduler.kubeMaxPDVols field. The field has been deprecated and is forbidden to be set starting from Kubernetes 1.35. The kubeMaxPDVols configuration is no longer necessary as values are set by the respective CSI driver.",
  },
  {
    applies: ({ spec }) => isSet(spec.secretBindingName),
    text: "spec.secretBindingName is deprecated and will be disallowed starting with Kubernetes 1.34. For migration instructions, see: https://github.com/gardener/gardener/blob/master/docs/usage/shoot-operations/secretbinding-to-credentialsbinding-migration.md",
  },
  {
    applies: ({ spec }) => isSet(fieldAt(spec.kubernetes.kubeAPIServer, "enableAnonymousAuthentication")),
    text: "you are setting the spec.kubernetes.kubeAPIServer.enableAnonymousAuthentication field. The field is deprecated. Using Kubernetes v1.32 and above, please use anonymous authentication configuration. See: https://kubernetes.io/docs/reference/access-authn-authz/authentication/#anonymous-authenticator-configuration",
  },
  {
    applies: ({ spec }) => isSet(fieldAt(spec.kubernetes.kubeAPIServer, "watchCacheSizes", "default")),
    text: "you are setting the spec.kubernetes.kubeAPIServer.watchCacheSizes.default field. The field has been deprecated and is forbidden to be set starting from Kubernetes 1.35. The cache size is automatically sized by the kube-apiserver.",
  },
];

/**
 * What the API server reminds of with every write that is valid, and on updates of rotations that are due.
 * @source Gardener: pkg/api/core/shoot/warnings.go
 */
export function shootWarnings(shoot: Shoot, before: Shoot | undefined, now: Date): readonly string[] {
  const rotations = before ? rotationWarnings(shoot, now.getTime()).map(wordsOfRotationWarning) : [];
  const secrets = (shoot.spec.dns?.providers ?? []).flatMap(({ secretName }, index) =>
    isSet(secretName) ? [secretReminder(`spec.dns.providers[${index}]`)] : [],
  );
  const standing = reminders.filter(({ applies }) => applies(shoot, before)).map(({ text }) => text);
  return [...rotations, ...standing, ...secrets];
}

function secretReminder(path: string): string {
  return `you are setting the ${path}.secretName field. The field is deprecated and is forbidden to be set starting from Kubernetes 1.35. Use ${path}.credentialsRef instead.`;
}
