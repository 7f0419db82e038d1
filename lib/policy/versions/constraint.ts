import { memoizePerKey } from "#lib/memo/memoize-per-key.ts";
import { fail, ok, type Result } from "#lib/result.ts";
import { compareVersions } from "./compare.ts";
import { type InvalidVersion, normaliseVersion, parseVersion, type Version } from "./parse.ts";

/** A parsed version range such as `>= 1.26 < 1.31 || 1.33.x`. */
export type Constraint = readonly Alternative[];

/** One alternative of a version range: all terms must be true. Pre-releases only match if some term has one. */
interface Alternative {
  readonly terms: readonly Term[];
  readonly admitsPrereleases: boolean;
}

interface Term {
  readonly operator: Operator;
  readonly version: Version;
  /** The version's first missing or wildcard segment as written; zeros replace this segment and the following ones. */
  readonly open: "major" | "minor" | "patch" | undefined;
}

const operators = ["=", "!=", ">", "<", ">=", "<=", "~", "^"] as const;
export type Operator = (typeof operators)[number];

const otherSpellings: Readonly<Record<string, Operator>> = { "": "=", "=>": ">=", "=<": "<=", "~>": "~" };

function operatorOf(text: string): Operator | undefined {
  return operators.find((operator) => operator === text) ?? otherSpellings[text];
}

const suffix = "(?:-[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?";
const segment = "(?:\\d+|[xX*])";
const versionText = `v?${segment}(?:\\.${segment})?(?:\\.${segment})?${suffix}`;
const termPattern = new RegExp(`^(=>|>=|=<|<=|!=|~>|=|>|<|~|\\^|)\\s*(${versionText})(?:\\s*,\\s*(?=\\S)|\\s+|$)`);
const rangePattern = new RegExp(`(${versionText})\\s+-\\s+(${versionText})`, "g");
const partsPattern = new RegExp(`^v?(${segment})(?:\\.(${segment}))?(?:\\.(${segment}))?(${suffix})$`);

const longestText = 512;

function isWild(part: string | undefined): boolean {
  return part === undefined || part === "x" || part === "X" || part === "*";
}

function parseTerm(operator: Operator, text: string): Result<Term, InvalidVersion> {
  const [, major, minor, patch, rest = ""] = partsPattern.exec(text) ?? [];
  const open = isWild(major) ? "major" : isWild(minor) ? "minor" : isWild(patch) ? "patch" : undefined;
  const written = [major, minor, patch].slice(0, open === undefined ? 3 : ["major", "minor", "patch"].indexOf(open));
  const parsed = parseVersion(`${[...written, "0", "0", "0"].slice(0, 3).join(".")}${rest}`);
  return parsed.ok ? ok({ operator, version: parsed.value, open }) : parsed;
}

function parseAlternative(text: string): Result<Alternative, InvalidVersion> {
  const terms: Term[] = [];
  let rest = text.replaceAll(rangePattern, ">=$1 <=$2").trim();
  if (rest === "") return fail({ code: "INVALID_VERSION", text });
  while (rest !== "") {
    const [taken, operatorText = "", version = ""] = termPattern.exec(rest) ?? [];
    const operator = operatorOf(operatorText);
    if (taken === undefined || operator === undefined) return fail({ code: "INVALID_VERSION", text });
    const term = parseTerm(operator, version);
    if (!term.ok) return term;
    terms.push(term.value);
    rest = rest.slice(taken.length);
  }
  return ok({ terms, admitsPrereleases: terms.some(({ version }) => version.prerelease !== "") });
}

/**
 * Parses a version range. `||` separates alternatives; inside one, terms are separated by blanks or commas.
 *
 * @returns error `INVALID_VERSION` with the unreadable alternative
 * @source Gardener: Masterminds/semver v3, NewConstraint
 */
export function parseConstraint(text: unknown): Result<Constraint, InvalidVersion> {
  if (typeof text !== "string" || text.length > longestText) {
    return fail({ code: "INVALID_VERSION", text: typeof text === "string" ? text : "" });
  }
  return readConstraint(text);
}

const cachedConstraints = 4096;

/** Parses a version range. Cached, because comparing versions parses the same few ranges repeatedly. */
const readConstraint = memoizePerKey(cachedConstraints, (text): Result<Constraint, InvalidVersion> => {
  const alternatives: Alternative[] = [];
  for (const part of text.split("||")) {
    const alternative = parseAlternative(part);
    if (!alternative.ok) return alternative;
    alternatives.push(alternative.value);
  }
  return ok(alternatives);
});

/** Whether the version is in the version range: all terms of some alternative are true. */
export function satisfies(version: Version, constraint: Constraint): boolean {
  return constraint.some(({ terms, admitsPrereleases }) => {
    if (version.prerelease !== "" && !admitsPrereleases) return false;
    return terms.every((term) => holds(term, version));
  });
}

function holds(term: Term, version: Version): boolean {
  const { version: bound, open } = term;
  const order = compareVersions(version, bound);
  switch (term.operator) {
    case "=":
      return open === undefined ? order === 0 : withinTilde(term, version);
    case "!=":
      return differs(term, version);
    case ">":
      return isAbove(term, version);
    case ">=":
      return order >= 0;
    case "<":
      return order < 0;
    case "<=":
      return isAtMost(term, version);
    case "~":
      return withinTilde(term, version);
    case "^":
      return withinCaret(term, version);
  }
}

function sameMinor(a: Version, b: Version): boolean {
  return a.major === b.major && a.minor === b.minor;
}

function differs({ version: bound, open }: Term, version: Version): boolean {
  if (open === "minor") return version.major !== bound.major;
  if (open !== "patch") return compareVersions(version, bound) !== 0;
  return !sameMinor(version, bound) || version.prerelease !== bound.prerelease;
}

function isAbove({ version: bound, open }: Term, version: Version): boolean {
  if (open === "minor") return version.major > bound.major;
  if (open === "patch")
    return version.major > bound.major || (version.major === bound.major && version.minor > bound.minor);
  return compareVersions(version, bound) > 0;
}

function isAtMost({ version: bound, open }: Term, version: Version): boolean {
  if (open === undefined) return compareVersions(version, bound) <= 0;
  if (version.major !== bound.major || open === "minor") return version.major <= bound.major;
  return version.minor <= bound.minor;
}

function withinTilde({ version: bound, open }: Term, version: Version): boolean {
  if (compareVersions(version, bound) < 0) return false;
  const complete = open === undefined || open === "major";
  if (complete && bound.major === 0 && bound.minor === 0 && bound.patch === 0) return true;
  return open === "minor" ? version.major === bound.major : sameMinor(version, bound);
}

function withinCaret({ version: bound, open }: Term, version: Version): boolean {
  if (compareVersions(version, bound) < 0) return false;
  if (bound.major > 0 || open === "minor") return version.major === bound.major;
  if (bound.minor > 0 || open === "patch") return sameMinor(version, bound);
  return sameMinor(version, bound) && version.patch === bound.patch;
}

/**
 * Compares the numeric cores of two version texts. A short right side turns `=`, `<=` and `>` into range operators:
 * `1.9.0 <= 1` is true, and `1.31.4 > 1.31` is not.
 *
 * @returns error `INVALID_VERSION`
 * @source Gardener: pkg/utils/version, CompareVersions
 */
export function compareVersionTexts(a: string, operator: Operator, b: string): Result<boolean, InvalidVersion> {
  const left = parseVersion(normaliseVersion(a));
  if (!left.ok) return fail({ code: "INVALID_VERSION", text: a });
  const constraint = parseConstraint(`${operator} ${normaliseVersion(b)}`);
  if (!constraint.ok) return fail({ code: "INVALID_VERSION", text: b });
  return ok(satisfies(left.value, constraint.value));
}

/**
 * Whether the minor numbers of two versions differ. A change of only the major is ignored.
 *
 * @returns error `INVALID_VERSION`
 * @source Gardener: pkg/utils/version, CheckIfMinorVersionUpdate
 */
export function isMinorUpdate(from: string, to: string): Result<boolean, InvalidVersion> {
  const [old, next] = [parseVersion(normaliseVersion(from)), parseVersion(normaliseVersion(to))];
  if (!old.ok) return fail({ code: "INVALID_VERSION", text: from });
  if (!next.ok) return fail({ code: "INVALID_VERSION", text: to });
  return ok(old.value.minor !== next.value.minor);
}

/** A half-open range of Kubernetes versions; a missing side is open. */
export interface VersionRange {
  readonly addedIn?: string | null | undefined;
  readonly removedIn?: string | null | undefined;
}

/**
 * Whether `addedIn <= version < removedIn`, comparing numeric cores.
 *
 * @returns error `INVALID_VERSION`
 * @source Gardener: pkg/utils/validation/features, VersionRange.Contains
 */
export function rangeContains({ addedIn, removedIn }: VersionRange, version: string): Result<boolean, InvalidVersion> {
  const since = compareVersionTexts(version, ">=", addedIn || "0");
  if (!since.ok || !since.value) return since;
  return removedIn ? compareVersionTexts(version, "<", removedIn) : ok(true);
}
