import type { FleetRow } from "#lib/contract/fleet.ts";
import { forcedTimeBuckets, forcedTimeRangeLabel, parseForcedTimeRange } from "#lib/forecast/force-range.ts";
import { forcedEventsOf } from "#lib/forecast/forced-events.ts";
import { type Message, message } from "#lib/language/text.ts";
import { memoizePerKey } from "#lib/memo/memoize-per-key.ts";
import { parseVersion } from "#lib/policy/versions/parse.ts";
import { createGlobTest } from "#lib/strings/glob.ts";
import { naturalKey } from "#lib/strings/natural-key.ts";
import { imageWithWorstStage, stageAppearanceOf, stageSeverity } from "#lib/words/version-stage.ts";
import { createDeadEndRowTest, deadEndCausesOf, deadEndFacetOrder, deadEndFilterLabel } from "./dead-end-filter.ts";
import { endFilterLabel, endFilterValueOf } from "./ending-filter.ts";
import type { FieldDefinitions } from "./field-definition.ts";
import { createAnyValueTest, distinctFilterValues, lastSortValue, missingFilterValue } from "./field-values.ts";
import { createForcedChangeFilter, stepTargetFilterValuesOf } from "./forced-filter.ts";

const digits = (text: string) => text.padStart(16, "0");

/** Returns the sort key of a pre-release identifier: numeric identifiers sort before all others. */
const identifierKey = (text: string) => (/^\d+$/.test(text) ? `0${digits(text)}` : `1${text}`);

/**
 * Sort key that orders versions by precedence as plain text: `1.33.9` before `1.33.10-beta.2`, `-beta.10` and
 * `1.33.10`. Invalid versions come last. Cached, as ten thousand clusters run few versions.
 */
const versionKey = memoizePerKey(1_000, (text: string) => {
  const read = parseVersion(text);
  if (!read.ok) return `~${naturalKey(text)}`;
  const { major, minor, patch, prerelease } = read.value;
  const numbers = [major, minor, patch].map((number) => digits(String(number))).join(".");
  return prerelease === "" ? `${numbers}~` : `${numbers}-${prerelease.split(".").map(identifierKey).join(" ")}`;
});

const versionsOf = (row: FleetRow): readonly string[] =>
  distinctFilterValues([row.kubernetes.version, ...row.pinnedPools.map(({ version }) => version)]);

/** Size of the test result cache: above the number of versions in a fleet, so that each version is tested only once. */
const cachedVersions = 1_000;

/** Returns a test for version patterns, or for complete leading parts of a version: `1.33` matches all its patches. */
function versionTest(values: readonly string[]): (version: string) => boolean {
  const tests = values.flatMap((value) => (value.includes("*") ? [value] : [value, `${value}.*`])).map(createGlobTest);
  return memoizePerKey(cachedVersions, (version) => tests.some((test) => test(version)));
}

/** Returns the Gardener release of a row without the leading `v`: `1.149.2` for `v1.149.2`. */
const releaseOf = ({ gardenerVersion }: FleetRow): string | undefined => gardenerVersion?.replace(/^v/, "");

function minorPattern(version: string): string {
  const [major, minor] = version.split(".");
  return major && minor ? `${major}.${minor}.*` : version || missingFilterValue;
}

/** Returns a test for machine image filters such as `gardenlinux`, `garden*:1877`. */
function imageTest(values: readonly string[]): (row: FleetRow) => boolean {
  const tests = values.map((value) => {
    const [name = "", version] = value.split(":");
    return { hasName: createGlobTest(name), hasVersion: version === undefined ? () => true : versionTest([version]) };
  });
  const isOneOf = memoizePerKey(cachedVersions, (image) => {
    const [name = "", version = ""] = image.split("\n");
    return tests.some(({ hasName, hasVersion }) => hasName(name) && hasVersion(version));
  });
  return ({ images }) => images.some(({ name, version }) => isOneOf(`${name}\n${version}`));
}

const stageWord = (stage: string) => String(stageAppearanceOf(stage).word);

const stepLabels: Readonly<Record<string, Message>> = {
  patch: message("Kubernetes patch"),
  minor: message("Kubernetes minor"),
  image: message("machine image"),
};

/** Returns a test for one filter of forced changes (time, kind or target) without the other two. */
const asksAlone = (key: string) =>
  createAnyValueTest((value) => createForcedChangeFilter(new Map([[key, [value]]])).test);

const alone = createForcedChangeFilter(new Map());
const farPast = 1e14;

/** Definitions of the fields for a cluster's versions and its forced changes. */
export const versionFields = {
  k8s: {
    label: message("Kubernetes"),
    text: versionsOf,
    filter: {
      valuesOf: (row) => distinctFilterValues(versionsOf(row).map(minorPattern)),
      testFor: (values) => {
        const isOneOf = versionTest(values);
        return (row) => versionsOf(row).some(isOneOf);
      },
      facet: true,
    },
    sort: (row) => versionKey(row.kubernetes.version),
    column: { shown: true },
  },
  k8sClass: {
    label: message("Kubernetes stage"),
    filter: { valuesOf: (row) => [row.kubernetes.classification], facetWords: stageWord, facet: true },
  },
  images: {
    label: message("Machine image"),
    text: (row) => row.images.map(({ name, version }) => `${name} ${version}`),
    filter: {
      valuesOf: (row) => distinctFilterValues(row.images.map(({ name }) => name)),
      testFor: imageTest,
      facet: true,
    },
    sort: (row) => -stageSeverity(imageWithWorstStage(row.images)?.classification),
    column: { label: message("Images"), shown: true },
  },
  imgClass: {
    label: message("Image stage"),
    filter: {
      valuesOf: (row) => distinctFilterValues(row.images.map(({ classification }) => classification)),
      facetWords: stageWord,
      facet: true,
    },
  },
  release: {
    label: message("Gardener release"),
    text: (row) => [releaseOf(row)],
    filter: {
      valuesOf: (row) => [minorPattern(releaseOf(row) ?? "")],
      testFor: (values) => {
        const isOneOf = versionTest(values);
        return (row) => isOneOf(releaseOf(row) ?? missingFilterValue);
      },
      facet: true,
    },
    sort: (row) => versionKey(releaseOf(row) ?? ""),
    column: { shown: false },
  },
  forceAt: {
    label: message("Forced change"),
    filter: {
      valuesOf: (row, context) => alone.buckets(row, context),
      testFor: asksAlone("forceIn"),
      understands: (value) => parseForcedTimeRange(value) !== undefined,
      describe: forcedTimeRangeLabel,
      facet: true,
      timed: true,
      order: [...forcedTimeBuckets, missingFilterValue, "unknown"],
    },
    sort: (row) => {
      const [first] = forcedEventsOf(row);
      // Rows without a forecast come last, after rows without any forced change.
      if (first === undefined) return row.forecast?.without === undefined ? lastSortValue - 1 : lastSortValue;
      return first.overdue ? first.at - farPast : first.at;
    },
    column: { shown: true },
  },
  hop: {
    label: message("Kind of forced change"),
    filter: {
      valuesOf: (row, context) => alone.kinds(row, context),
      testFor: asksAlone("hop"),
      understands: (value) => Object.hasOwn(stepLabels, value.toLowerCase()),
      describe: (value) => String(stepLabels[value] ?? value),
      facet: true,
      timed: true,
      order: Object.keys(stepLabels),
    },
  },
  first: {
    label: message("First forced change"),
    filter: {
      valuesOf: (row) => {
        const [first] = forcedEventsOf(row);
        return [first?.kind ?? missingFilterValue];
      },
      describe: (value) => String(stepLabels[value] ?? deadEndFilterLabel(value)),
    },
  },
  target: {
    label: message("Forced to"),
    filter: {
      valuesOf: stepTargetFilterValuesOf,
      testFor: asksAlone("to"),
      describe: (value) => value.replace(":", " "),
    },
  },
  ending: {
    label: message("Version that ends"),
    filter: {
      valuesOf: (row) => distinctFilterValues(forcedEventsOf(row).map(endFilterValueOf)),
      describe: endFilterLabel,
    },
  },
  deadend: {
    label: message("Dead end"),
    filter: {
      valuesOf: deadEndCausesOf,
      testFor: createAnyValueTest(createDeadEndRowTest),
      describe: deadEndFilterLabel,
      facet: true,
      order: deadEndFacetOrder,
    },
  },
} satisfies Partial<FieldDefinitions>;
