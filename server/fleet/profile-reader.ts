import "server-only";
import type { VersionSummary } from "#lib/contract/fleet.ts";
import type { StageOf } from "#lib/forecast/summarise-forecast-step.ts";
import type { CloudProfileSpec, ExpirableVersion } from "#lib/garden/cloud-profile.ts";
import { formatInstant, parseInstant } from "#lib/kube/instant.ts";
import { perObject } from "#lib/memo/per-object.ts";
import { classificationContextAt } from "#lib/policy/versions/classification-context.ts";
import { classify, isClassified } from "#lib/policy/versions/classify.ts";
import { type ListedVersion, listVersions } from "#lib/policy/versions/listed-version.ts";

/** Version information of one effective CloudProfile at one instant. */
export interface ProfileReader {
  kubernetes(version: string): VersionSummary;
  image(name: string, version: string): VersionSummary;
}

const stageOf = perObject(({ classification, expiresAt }: VersionSummary): ReturnType<StageOf> => {
  const endsAt = parseInstant(expiresAt);
  return { classification, ...(endsAt !== undefined && { endsAt }) };
});

/** Adapts a reader to the form that forecast summaries use. */
export function stageOfReader(reader: ProfileReader): StageOf {
  return (version, image) => stageOf(image === undefined ? reader.kubernetes(version) : reader.image(image, version));
}

/** For a Shoot whose profile is missing or cannot be read. */
export const unknownProfile: ProfileReader = {
  kubernetes: (version) => ({ version, classification: "unknown" }),
  image: (_name, version) => ({ version, classification: "unknown" }),
};

/** One parsed profile; readings are valid until the next dated transition. */
export class ParsedProfile {
  readonly #kubernetes: readonly ListedVersion[];
  readonly #images: ReadonlyMap<string, readonly ListedVersion[]>;
  /** Sorted by time: searched after every change of the fleet. */
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

/** Computed once per version: thousands of Shoots use the same few. */
function summaries(listed: readonly ListedVersion[], now: number): ReadonlyMap<string, VersionSummary> {
  return new Map(listed.map((version) => [version.text, summary(version, now)]));
}

function notListed(version: string): VersionSummary {
  return { version, classification: "not-in-profile" };
}

function summary(listed: ListedVersion, now: number): VersionSummary {
  const current = classify(listed, classificationContextAt(now));
  const classification = current === "supported" && !isClassified(listed.entry) ? "unclassified" : current;
  const stages = listed.lifecycle.length > 0 ? listed.lifecycle : listed.legacy;
  const endsAt = stages.find((stage) => stage.classification === "expired")?.startsAt;
  const expiresAt = endsAt !== undefined && Number.isFinite(endsAt) ? { expiresAt: formatInstant(endsAt) } : {};
  return { version: listed.text, classification, ...expiresAt };
}

function arrayOf<Item extends object>(value: readonly unknown[] | null | unknown): readonly Item[] {
  return Array.isArray(value) ? value.filter(isItem<Item>) : [];
}

/** Readers of lists tolerate mistyped fields; entries that are no objects are removed here. */
function isItem<Item extends object>(value: unknown): value is Item {
  return typeof value === "object" && value !== null;
}
