import { memoizePerKey } from "#lib/memo/memoize-per-key.ts";
import { fail, ok, type Result } from "#lib/result.ts";

/** A version as parsed by Gardener's library. `text` is canonical: three segments, no `v`. */
export interface Version {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
  /** The pre-release identifiers, separated by dots; empty when there are none. */
  readonly prerelease: string;
  /** Build metadata, ignored in comparisons. */
  readonly metadata: string;
  readonly text: string;
}

/** Error for an unparsable version, version range or segment; `text` is the input, `""` when missing. */
export interface InvalidVersion {
  readonly code: "INVALID_VERSION";
  readonly text: string;
}

const pattern =
  /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?$/;

// Maximum length of a version text, longer than any in the API; the regular expression never sees longer input.
const longestText = 256;

const numberWithLeadingZero = /^0\d+$/;

function invalid(text: unknown): Result<Version, InvalidVersion> {
  return fail({ code: "INVALID_VERSION", text: typeof text === "string" ? text : "" });
}

/**
 * Parses a version: an optional lower-case `v`, one to three segments (missing ones are zero, leading zeros are
 * dropped), an optional pre-release and build metadata.
 *
 * Gardener's segments have 64 bits; above 2^53 - 1 they are rejected here, because JavaScript would round them.
 *
 * @returns error `INVALID_VERSION`, never an exception, for anything else
 * @source Gardener: Masterminds/semver v3, NewVersion
 */
export function parseVersion(text: unknown): Result<Version, InvalidVersion> {
  return typeof text !== "string" || text.length > longestText ? invalid(text) : readVersion(text);
}

const cachedVersions = 4096;

/** Parses a version text. Cached, because a landscape uses few versions repeatedly. */
const readVersion = memoizePerKey(cachedVersions, (text): Result<Version, InvalidVersion> => {
  const match = pattern.exec(text);
  if (match === null) return invalid(text);
  const [, majorText, minorText = "0", patchText = "0", prerelease = "", metadata = ""] = match;
  const [major, minor, patch] = [Number(majorText), Number(minorText), Number(patchText)];
  if (![major, minor, patch].every(Number.isSafeInteger)) return invalid(text);
  if (prerelease.split(".").some((identifier) => numberWithLeadingZero.test(identifier))) return invalid(text);
  return ok(versionOf({ major, minor, patch, prerelease, metadata }));
});

/** Creates a version with its canonical text. */
export function versionOf(parts: Omit<Version, "text">): Version {
  const { major, minor, patch, prerelease, metadata } = parts;
  const suffix = `${prerelease && `-${prerelease}`}${metadata && `+${metadata}`}`;
  return { major, minor, patch, prerelease, metadata, text: `${major}.${minor}.${patch}${suffix}` };
}

/**
 * The numeric core of a version text: every lower-case `v` is removed, wherever it stands, and everything from the
 * first `-`, `+` or `~` on is cut. Nothing is validated.
 *
 * @source Gardener: pkg/utils/version, normalization before comparing
 */
export function normaliseVersion(text: string): string {
  const withoutV = text.replaceAll("v", "");
  const end = withoutV.search(/[-+~]/);
  return end < 0 ? withoutV : withoutV.slice(0, end);
}
