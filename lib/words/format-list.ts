import { currentLocale } from "#lib/language/language-bundle.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { memoizePerKey } from "#lib/memo/memoize-per-key.ts";
import type { RotationFamily } from "#lib/policy/rotations/families.ts";

const lists = memoizePerKey(10, (locale) => new Intl.ListFormat(locale, { type: "conjunction" }));

/** Items as a list: `a`, `a and b`, `a, b and c`. */
export function formatList(items: readonly string[]): string {
  return lists(currentLocale()).format(items);
}

/** Steps as a sequence: `1, then 5, then 8`. */
export function formatSequence(steps: readonly string[]): string {
  return steps.reduce((before, next) => (before === "" ? next : text("{before}, then {next}", { before, next })), "");
}

/** Pools as a list: `pool a`, `pools a and b`. */
export function poolsLabel(names: readonly string[]): string {
  return text("{count, plural, one {pool} other {pools}} {names}", { count: names.length, names: formatList(names) });
}

const familyNames = new Map<string, Message>(
  Object.entries({
    certificateAuthorities: message("certificate authorities"),
    serviceAccountKey: message("ServiceAccount signing key"),
    etcdEncryptionKey: message("etcd encryption key"),
    sshKeypair: message("SSH key pair"),
    observability: message("observability passwords"),
  } satisfies Record<RotationFamily, Message>),
);

/** Returns a rotated credential's name for use in a sentence. A family newer than this build keeps its API name. */
export function rotationFamilyLabel(family: string): string {
  const name = familyNames.get(family);
  return name === undefined ? family : text(name);
}

/** Returns a rotation phase as Gardener spells it; `not started` for the empty phase. */
export function rotationPhaseName(phase: string): string {
  return phase === "" ? text("not started") : phase;
}

/** Suffix ` in gcp` that names the profile; empty if no profile is named. */
export function profileSuffixLabel(profile: string | undefined): string {
  return profile === undefined ? "" : ` ${text("in {profile}", { profile })}`;
}

/** Returns the text with a capital first letter, for the beginning of a sentence. */
export function capitalize(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}
