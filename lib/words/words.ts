import type { RotationFamily } from "#lib/policy/rotations/families.ts";
import { nounFor } from "./count.ts";

/** `a`, `a and b`, `a, b and c`. */
export function listed(items: readonly string[]): string {
  const last = items.at(-1) ?? "";
  return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} and ${last}`;
}

/** `pool a`, `pools a and b`. */
export function poolList(names: readonly string[]): string {
  return `${nounFor(names.length, "pool")} ${listed(names)}`;
}

const familyNames = new Map<string, string>(
  Object.entries({
    certificateAuthorities: "certificate authorities",
    serviceAccountKey: "ServiceAccount signing key",
    etcdEncryptionKey: "etcd encryption key",
    sshKeypair: "SSH key pair",
    observability: "observability passwords",
  } satisfies Record<RotationFamily, string>),
);

/** What a rotated credential is called in a sentence; the wire's own word for one that is newer than this build. */
export function familyName(family: string): string {
  return familyNames.get(family) ?? family;
}

/** The phase as Gardener spells it; words for the empty one. */
export function phaseName(phase: string): string {
  return phase === "" ? "not started" : phase;
}
