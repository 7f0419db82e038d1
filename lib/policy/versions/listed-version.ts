import type { ExpirableVersion } from "#lib/garden/cloud-profile.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { normaliseVersion, parseVersion, type Version } from "./parse.ts";

/** A lifecycle stage of a version; `startsAt` is in epoch milliseconds, -Infinity for a stage without a start. */
export interface VersionStage {
  readonly classification: string;
  readonly startsAt: number;
}

/**
 * A parsed entry of a profile's version list, as used by the pickers. `version` and `core` (its numeric core) are
 * undefined when the text cannot be parsed.
 */
export interface ListedVersion<Entry extends ExpirableVersion = ExpirableVersion> {
  readonly entry: Entry;
  /** The version text as written in the profile. */
  readonly text: string;
  readonly version: Version | undefined;
  readonly core: Version | undefined;
  /** Stages of the version from `lifecycle[]`, empty without a lifecycle. */
  readonly lifecycle: readonly VersionStage[];
  /** Stages of the version from the older fields `classification` and `expirationDate`, empty when neither is set. */
  readonly legacy: readonly VersionStage[];
  /** When the older field `expirationDate` takes effect, in epoch milliseconds; undefined without one. */
  readonly expiresAt: number | undefined;
}

/**
 * The start of a lifecycle stage. An unreadable date means never, so it forces no update; validation reports the date.
 */
function startOf(text: string | null | undefined): number {
  if (text === undefined || text === null || text === "") return Number.NEGATIVE_INFINITY;
  return parseInstant(text) ?? Number.POSITIVE_INFINITY;
}

function legacyStages({ classification, expirationDate }: ExpirableVersion): readonly VersionStage[] {
  if (!classification && !expirationDate) return [];
  const first = { classification: classification || "supported", startsAt: Number.NEGATIVE_INFINITY };
  return expirationDate ? [first, { classification: "expired", startsAt: startOf(expirationDate) }] : [first];
}

/** Whether a lifecycle date of the version is unreadable and thus treated as never reached. */
export function hasUnreadableDate({ legacy, lifecycle }: ListedVersion): boolean {
  return [...legacy, ...lifecycle].some(({ startsAt }) => startsAt === Number.POSITIVE_INFINITY);
}

/** A received list without null items; empty when it is missing, or not a list. */
export function withoutNull<Item>(items: readonly Item[] | null | undefined): readonly Item[] {
  if (!Array.isArray(items)) return [];
  return items.filter((item: Item) => item !== null && item !== undefined);
}

function parsed(text: string): Version | undefined {
  const result = parseVersion(text);
  return result.ok ? result.value : undefined;
}

function listVersion<Entry extends ExpirableVersion>(entry: Entry): ListedVersion<Entry> {
  const text = typeof entry.version === "string" ? entry.version : "";
  return {
    entry,
    text,
    version: parsed(text),
    core: parsed(normaliseVersion(text)),
    lifecycle: withoutNull(entry.lifecycle).map(({ classification, startTime }) => ({
      classification,
      startsAt: startOf(startTime),
    })),
    legacy: legacyStages(entry),
    expiresAt: entry.expirationDate ? startOf(entry.expirationDate) : undefined,
  };
}

/**
 * Parses a list of versions. Null and undefined lists are empty, and null entries are left out. Every entry is parsed:
 * cache the result (see `prepareProfile`) for repeated use.
 */
export function listVersions<Entry extends ExpirableVersion>(
  entries: readonly Entry[] | null | undefined,
): readonly ListedVersion<Entry>[] {
  return withoutNull(entries).map(listVersion);
}
