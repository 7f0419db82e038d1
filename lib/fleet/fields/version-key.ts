import { perKey } from "#lib/memo/per-key.ts";
import { parseVersion } from "#lib/policy/versions/parse.ts";
import { naturalKey } from "#lib/text/natural-key.ts";

const digits = (text: string) => text.padStart(16, "0");

/** A pre-release's identifier: one of digits is lower than any other. */
const identifierKey = (text: string) => (/^\d+$/.test(text) ? `0${digits(text)}` : `1${text}`);

/**
 * A key whose plain text order is the precedence of versions: `1.33.9` before `1.33.10-beta.2`, `-beta.10` and `1.33.10`.
 * What is no version comes last. Ten thousand clusters run few.
 */
export const versionKey = perKey(1_000, (text: string) => {
  const read = parseVersion(text);
  if (!read.ok) return `~${naturalKey(text)}`;
  const { major, minor, patch, prerelease } = read.value;
  const numbers = [major, minor, patch].map((number) => digits(String(number))).join(".");
  return prerelease === "" ? `${numbers}~` : `${numbers}-${prerelease.split(".").map(identifierKey).join(" ")}`;
});
