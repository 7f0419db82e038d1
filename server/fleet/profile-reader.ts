import "server-only";
import type { VersionSummary } from "#lib/contract/fleet.ts";
import type { VersionStageLookup } from "#lib/forecast/summarise-forecast-step.ts";
import type { CloudProfileSpec, ExpirableVersion } from "#lib/garden/cloud-profile.ts";
import { formatInstant, parseInstant } from "#lib/kube/instant.ts";
import { memoizePerObject } from "#lib/memo/memoize-per-object.ts";
import { classificationContextAt } from "#lib/policy/versions/classification-context.ts";
import { classifyVersion, isClassified } from "#lib/policy/versions/classify.ts";
import { type ListedVersion, listVersions } from "#lib/policy/versions/listed-version.ts";

/** Versions of an effective CloudProfile, with their classification at one point in time. */
export interface ProfileReader {
  kubernetes(version: string): VersionSummary;
  image(name: string, version: string): VersionSummary;
}

const stageOf = memoizePerObject(({ classification, expiresAt }: VersionSummary): ReturnType<VersionStageLookup> => {
  const endsAt = parseInstant(expiresAt);
  return { classification, ...(endsAt !== undefined && { endsAt }) };
});

/** A function that looks up the classification of a version, as forecast summaries need it. */
export function versionStageLookup(reader: ProfileReader): VersionStageLookup {
  return (version, image) => stageOf(image === undefined ? reader.kubernetes(version) : reader.image(image, version));
}

/** For a Shoot whose profile is missing or cannot be read. */
export const unknownProfile: ProfileReader = {
  kubernetes: (version) => ({ version, classification: "unknown" }),
  image: (_name, version) => ({ version, classification: "unknown" }),
};

/** A parsed CloudProfile. The classification of its versions is computed anew whenever one of them changes by date. */
export class ParsedProfile {
  readonly #kubernetes: readonly ListedVersion[];
  readonly #images: ReadonlyMap<string, readonly ListedVersion[]>;
  /** Times at which the classification of a version changes, sorted. */
  readonly #transitions: readonly number[];

  constructor(spec: CloudProfileSpec) {
    this.#kubernetes = listVersions(arrayOf<ExpirableVersion>(spec.kubernetes?.versions));
    this.#images = new Map(
      arrayOf<{ name: string; versions?: unknown }>(spec.machineImages).map((image) => [
        image.name,
        listVersions(arrayOf<ExpirableVersion>(image.versions)),
      ]),
    );
    const all = [this.#kubernetes, ...this.#images.values()].flat();
    const starts = all.flatMap(({ lifecycle, legacy }) => [...lifecycle, ...legacy].map(({ startsAt }) => startsAt));
    this.#transitions = starts.sort((a, b) => a - b);
  }

  at(now: number): ProfileReader {
    const kubernetes = summaries(this.#kubernetes, now);
    const images = new Map([...this.#images].map(([name, listed]) => [name, summaries(listed, now)]));
    return {
      kubernetes: (version) => kubernetes.get(version) ?? notListed(version),
      image: (name, version) => images.get(name)?.get(version) ?? notListed(version),
    };
  }

  /** When the classification of any version changes next, in Unix milliseconds; Infinity if never. */
  nextTransitionAfter(now: number): number {
    return this.#transitions.find((at) => at >= now) ?? Number.POSITIVE_INFINITY;
  }
}

/** Classification of each version, computed once for thousands of Shoots that use the same few versions. */
function summaries(listed: readonly ListedVersion[], now: number): ReadonlyMap<string, VersionSummary> {
  return new Map(listed.map((version) => [version.text, summary(version, now)]));
}

function notListed(version: string): VersionSummary {
  return { version, classification: "not-in-profile" };
}

function summary(listed: ListedVersion, now: number): VersionSummary {
  const current = classifyVersion(listed, classificationContextAt(now));
  const classification = current === "supported" && !isClassified(listed.entry) ? "unclassified" : current;
  const stages = listed.lifecycle.length > 0 ? listed.lifecycle : listed.legacy;
  const endsAt = stages.find((stage) => stage.classification === "expired")?.startsAt;
  const expiresAt = endsAt !== undefined && Number.isFinite(endsAt) ? { expiresAt: formatInstant(endsAt) } : {};
  return { version: listed.text, classification, ...expiresAt };
}

function arrayOf<Item extends object>(value: readonly unknown[] | null | unknown): readonly Item[] {
  return Array.isArray(value) ? value.filter(isItem<Item>) : [];
}

/** Whether a list item is an object; others are removed, because an API object may contain mistyped fields. */
function isItem<Item extends object>(value: unknown): value is Item {
  return typeof value === "object" && value !== null;
}
