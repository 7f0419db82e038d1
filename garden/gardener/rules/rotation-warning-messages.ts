import "server-only";
import type { RotationWarning } from "#lib/policy/operations/rotation-warnings.ts";
import type { RotationFamily } from "#lib/policy/rotations/families.ts";

/** Names of credentials in the API server's rotation warnings. */
export const rotationFamilyNames: { readonly [Family in RotationFamily]: string } = {
  certificateAuthorities: "certificate authorities",
  serviceAccountKey: "ServiceAccount token signing key",
  etcdEncryptionKey: "ETCD encryption key",
  sshKeypair: "SSH keypair",
  observability: "observability passwords",
};

/** The text of a `Warning` header about a rotation. */
export function rotationWarningMessage(warning: RotationWarning): string {
  switch (warning.id) {
    case "rotation-due": {
      if (warning.family === "all") return "consider rotating the shoot credentials: they have never been rotated";
      const { family, initiatedAt } = warning;
      const last = initiatedAt === undefined ? "never rotated" : `last rotated at ${initiatedAt}`;
      return `consider rotating the ${rotationFamilyNames[family]}: ${last}`;
    }
    case "rotation-to-complete":
      return `the rotation of the ${rotationFamilyNames[warning.family]} should be completed: prepared since ${warning.preparedAt ?? "long ago"}`;
    case "deprecated-operation":
      return `operation ${JSON.stringify(warning.operation)} is deprecated and not supported from Kubernetes 1.34 on, use rotate-etcd-encryption-key`;
    default:
      return warning satisfies never;
  }
}
