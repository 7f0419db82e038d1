import { localeNow } from "#lib/language/speech.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { perKey } from "#lib/memo/per-key.ts";
import type { RotationFamily } from "#lib/policy/rotations/families.ts";

const lists = perKey(10, (locale) => new Intl.ListFormat(locale, { type: "conjunction" }));

/** `a`, `a and b`, `a, b and c`. */
export function listed(items: readonly string[]): string {
  return lists(localeNow()).format(items);
}

/** One after the other: `1, then 5, then 8`. */
export function inTurn(steps: readonly string[]): string {
  return steps.reduce((before, next) => (before === "" ? next : text("{before}, then {next}", { before, next })), "");
}

/** `pool a`, `pools a and b`. */
export function poolList(names: readonly string[]): string {
  return text("{count, plural, one {pool} other {pools}} {names}", { count: names.length, names: listed(names) });
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

/** What a rotated credential is called in a sentence; the wire's own word for one that is newer than this build. */
export function familyName(family: string): string {
  const name = familyNames.get(family);
  return name === undefined ? family : text(name);
}

/** The phase as Gardener spells it; words for the empty one. */
export function phaseName(phase: string): string {
  return phase === "" ? text("not started") : phase;
}

/** ` in gcp`, to stand behind what is missing there; empty where no profile is named. */
export function inProfile(profile: string | undefined): string {
  return profile === undefined ? "" : ` ${text("in {profile}", { profile })}`;
}

/** As the beginning of a sentence. */
export function capitalised(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}
