import type { Shoot } from "#lib/garden/shoot.ts";
import type { GardenerRules } from "../editions/gardener-rules.ts";
import { isSshEnabled } from "../rotations/ssh-access.ts";
import { hasStaticKubeconfig } from "./kubeconfig.ts";

export interface ShootResource {
  readonly kind: "Secret" | "ConfigMap" | "InternalSecret";
  readonly suffix: string;
  /** The keys of the object's data; undefined when no project member can read them. */
  readonly keys?: readonly string[];
  readonly exists:
    | "with-ssh-access"
    | "after-ssh-rotation"
    | "unless-testing"
    | "always"
    | "with-workers"
    | "hidden-from-members"
    | "with-static-token";
}

/**
 * The objects that Gardener keeps for a Shoot in the project namespace: kind, name and keys. Shoot names have no dot,
 * so the suffix is unambiguous.
 * @source Gardener: pkg/utils/gardener/shoot.go (ComputeShootProjectResourceName), docs usage/shoot/shoot_access
 */
export const shootResources = {
  "ssh-keypair": {
    kind: "Secret",
    suffix: "ssh-keypair",
    keys: ["id_rsa", "id_rsa.pub"],
    exists: "with-ssh-access",
  },
  "old-ssh-keypair": {
    kind: "Secret",
    suffix: "ssh-keypair.old",
    keys: ["id_rsa", "id_rsa.pub"],
    exists: "after-ssh-rotation",
  },
  monitoring: {
    kind: "Secret",
    suffix: "monitoring",
    keys: ["username", "password", "auth"],
    exists: "unless-testing",
  },
  "cluster-ca": { kind: "ConfigMap", suffix: "ca-cluster", keys: ["ca.crt"], exists: "always" },
  "cluster-ca-secret": { kind: "Secret", suffix: "ca-cluster", keys: ["ca.crt"], exists: "always" },
  "kubelet-ca": { kind: "ConfigMap", suffix: "ca-kubelet", keys: ["ca.crt"], exists: "with-workers" },
  "client-ca": { kind: "InternalSecret", suffix: "ca-client", exists: "hidden-from-members" },
  "static-kubeconfig": { kind: "Secret", suffix: "kubeconfig", exists: "with-static-token" },
} as const satisfies Readonly<Record<string, ShootResource>>;
export type ShootResourcePurpose = keyof typeof shootResources;

/** Name of the object in the project namespace: `<shoot>.<suffix>`. */
export function shootResourceName(shootName: string, purpose: ShootResourcePurpose): string {
  return `${shootName}.${shootResources[purpose].suffix}`;
}

/** Whether Gardener keeps an object of this purpose for the Shoot, as far as the Shoot determines that. */
export function hasShootResource(shoot: Shoot, purpose: ShootResourcePurpose, rules: GardenerRules): boolean {
  const resource: ShootResource = shootResources[purpose];
  switch (resource.exists) {
    case "with-ssh-access":
      return isSshEnabled(shoot);
    case "after-ssh-rotation":
      return isSshEnabled(shoot) && Boolean(shoot.status?.credentials?.rotation?.sshKeypair?.lastCompletionTime);
    case "unless-testing":
      return shoot.spec.purpose !== "testing";
    case "always":
    case "hidden-from-members":
      return true;
    case "with-workers":
      return (shoot.spec.provider?.workers?.length ?? 0) > 0;
    case "with-static-token":
      return hasStaticKubeconfig(shoot, rules);
    default:
      return resource.exists satisfies never;
  }
}
