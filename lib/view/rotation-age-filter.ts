import type { FleetRow } from "../contract/fleet.ts";
import { parseInstant } from "../kube/instant.ts";

/** Short names that people type; the others are Gardener's own. */
const families: Readonly<Record<string, string>> = {
  ca: "certificateAuthorities",
  sa: "serviceAccountKey",
  etcd: "etcdEncryptionKey",
  ssh: "sshKeypair",
  obs: "observability",
};

const words: Readonly<Record<string, string>> = {
  certificateAuthorities: "certificate authorities",
  serviceAccountKey: "service account key",
  etcdEncryptionKey: "etcd encryption key",
  sshKeypair: "SSH key pair",
  observability: "observability passwords",
};

const dayMs = 86_400_000;

/** Gardener's name of a family; a short name is spelled out, anything else stays. */
export function familyName(text: string): string {
  const short = families[text.toLowerCase()];
  return short ?? Object.values(families).find((name) => name.toLowerCase() === text.toLowerCase()) ?? text;
}

interface AgeQuestion {
  readonly family: string;
  readonly older: boolean;
  readonly days: number;
}

/** `ca:>365d`: the certificate authorities were renewed more than a year ago. */
function parseAge(value: string): AgeQuestion | undefined {
  const [, family, sign, days] = /^([A-Za-z]+):([<>])(\d{1,5})d$/.exec(value.trim()) ?? [];
  if (family === undefined || days === undefined) return undefined;
  return { family: familyName(family), older: sign === ">", days: Number(days) };
}

/** Credentials that were never renewed are as old as the cluster. */
export function matchesRotationAge({ rotatedAt, createdAt }: FleetRow, value: string, now: number): boolean {
  const asked = parseAge(value);
  const since = asked && parseInstant(rotatedAt?.[asked.family] ?? createdAt);
  if (asked === undefined || since === undefined) return false;
  const ageMs = now - since;
  return asked.older ? ageMs > asked.days * dayMs : ageMs < asked.days * dayMs;
}

export function describeRotationAge(value: string): string {
  const asked = parseAge(value);
  if (asked === undefined) return value;
  return `${words[asked.family] ?? asked.family} ${asked.older ? "over" : "under"} ${asked.days} days`;
}
