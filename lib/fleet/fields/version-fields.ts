import type { FleetRow } from "#lib/contract/fleet.ts";
import { forceBuckets, forceRangeLabel, parseForceRange } from "#lib/forecast/force-range.ts";
import { forcedEvents } from "#lib/forecast/forced-events.ts";
import { type Message, message } from "#lib/language/text.ts";
import { perKey } from "#lib/memo/per-key.ts";
import { parseVersion } from "#lib/policy/versions/parse.ts";
import { globTest } from "#lib/strings/glob.ts";
import { naturalKey } from "#lib/strings/natural-key.ts";
import { stageLook, stageSeverity, worstImage } from "#lib/words/version-stage.ts";
import { deadEndCausesOf, deadEndFacetOrder, deadEndFilterLabel, deadEndRowTest } from "./dead-end-filter.ts";
import { endFilterLabel, endKey } from "./ending-filter.ts";
import type { FieldDefinitions } from "./field-definition.ts";
import { anyValueTest, distinct, none, sortLast } from "./field-values.ts";
import { forcedQuestion, targetsOf } from "./forced-filter.ts";

const digits = (text: string) => text.padStart(16, "0");

/** Sort key of a pre-release identifier: numeric ones sort below all others. */
const identifierKey = (text: string) => (/^\d+$/.test(text) ? `0${digits(text)}` : `1${text}`);

/**
 * Sort key that orders versions by precedence as plain text: `1.33.9` before `1.33.10-beta.2`, `-beta.10` and
 * `1.33.10`. Invalid versions come last. Cached, as ten thousand clusters run few versions.
 */
const versionKey = perKey(1_000, (text: string) => {
  const read = parseVersion(text);
  if (!read.ok) return `~${naturalKey(text)}`;
  const { major, minor, patch, prerelease } = read.value;
  const numbers = [major, minor, patch].map((number) => digits(String(number))).join(".");
  return prerelease === "" ? `${numbers}~` : `${numbers}-${prerelease.split(".").map(identifierKey).join(" ")}`;
});

const versionsOf = (row: FleetRow): readonly string[] =>
  distinct([row.kubernetes.version, ...row.pinnedPools.map(({ version }) => version)]);

/** Cache size, above the number of versions in a fleet; each version is matched once, however many clusters run it. */
const cachedVersions = 1_000;

/** Returns a test for patterns, or for leading whole parts of a version: `1.33` matches all its patches. */
function versionTest(values: readonly string[]): (version: string) => boolean {
  const tests = values.flatMap((value) => (value.includes("*") ? [value] : [value, `${value}.*`])).map(globTest);
  return perKey(cachedVersions, (version) => tests.some((test) => test(version)));
}

/** `v1.149.2` as `1.149.2`. */
const releaseOf = ({ gardenerVersion }: FleetRow): string | undefined => gardenerVersion?.replace(/^v/, "");

function minorPattern(version: string): string {
  const [major, minor] = version.split(".");
  return major && minor ? `${major}.${minor}.*` : version || none;
}

/** Returns a test for values like `gardenlinux`, `garden*:1877`. */
function imageTest(values: readonly string[]): (row: FleetRow) => boolean {
  const tests = values.map((value) => {
    const [name = "", version] = value.split(":");
    return { hasName: globTest(name), hasVersion: version === undefined ? () => true : versionTest([version]) };
  });
  const isOneOf = perKey(cachedVersions, (image) => {
    const [name = "", version = ""] = image.split("\n");
    return tests.some(({ hasName, hasVersion }) => hasName(name) && hasVersion(version));
  });
  return ({ images }) => images.some(({ name, version }) => isOneOf(`${name}\n${version}`));
}

const stageWord = (stage: string) => String(stageLook(stage).word);

const stepLabels: Readonly<Record<string, Message>> = {
  patch: message("Kubernetes patch"),
  minor: message("Kubernetes minor"),
  image: message("machine image"),
};

/** Test for a single value of `forceIn`, `hop` or `to`, without the other two filters. */
const asksAlone = (key: string) => anyValueTest((value) => forcedQuestion(new Map([[key, [value]]])).test);

const alone = forcedQuestion(new Map());
const farPast = 1e14;

/** Fields for a cluster's versions and its forced changes. */
export const versionFields = {
  k8s: {
    label: message("Kubernetes"),
    text: versionsOf,
    filter: {
      valuesOf: (row) => distinct(versionsOf(row).map(minorPattern)),
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
    filter: { valuesOf: (row) => distinct(row.images.map(({ name }) => name)), testFor: imageTest, facet: true },
    sort: (row) => -stageSeverity(worstImage(row.images)?.classification),
    column: { label: message("Images"), shown: true },
  },
  imgClass: {
    label: message("Image stage"),
    filter: {
      valuesOf: (row) => distinct(row.images.map(({ classification }) => classification)),
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
        return (row) => isOneOf(releaseOf(row) ?? none);
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
      understands: (value) => parseForceRange(value) !== undefined,
      describe: forceRangeLabel,
      facet: true,
      timed: true,
      order: [...forceBuckets, none, "unknown"],
    },
    sort: (row) => {
      const [first] = forcedEvents(row);
      // Rows without a forecast come last, after those for which nothing is forced.
      if (first === undefined) return row.forecast?.without === undefined ? sortLast - 1 : sortLast;
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
        const [first] = forcedEvents(row);
        return [first?.kind ?? none];
      },
      describe: (value) => String(stepLabels[value] ?? deadEndFilterLabel(value)),
    },
  },
  target: {
    label: message("Forced to"),
    filter: { valuesOf: targetsOf, testFor: asksAlone("to"), describe: (value) => value.replace(":", " ") },
  },
  ending: {
    label: message("Version that ends"),
    filter: {
      valuesOf: (row) => distinct(forcedEvents(row).map(endKey)),
      describe: endFilterLabel,
    },
  },
  deadend: {
    label: message("Dead end"),
    filter: {
      valuesOf: deadEndCausesOf,
      testFor: anyValueTest(deadEndRowTest),
      describe: deadEndFilterLabel,
      facet: true,
      order: deadEndFacetOrder,
    },
  },
} satisfies Partial<FieldDefinitions>;
