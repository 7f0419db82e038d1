import "server-only";
import type { RotationFamily } from "#lib/policy/rotations/families.ts";

/** What the API server calls the credentials that it rotates. */
export const familyNames: { readonly [Family in RotationFamily]: string } = {
  certificateAuthorities: "certificate authorities",
  serviceAccountKey: "ServiceAccount token signing key",
  etcdEncryptionKey: "ETCD encryption key",
  sshKeypair: "SSH keypair",
  observability: "observability passwords",
};
