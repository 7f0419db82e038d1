import { withoutLastApplied } from "#lib/kube/last-applied.ts";
import { text } from "#lib/language/text.ts";
import { compareObjects } from "#lib/manifest/compare-objects.ts";
import { hasSameMeaning } from "#lib/manifest/same-meaning.ts";
import {
  type ColumnValues,
  type ComparedCluster,
  type ComparedSection,
  type ComparedValue,
  comparedRow,
} from "./compared-row.ts";
import { fieldValueText, shortenedText } from "./field-value-text.ts";
import { matchPools } from "./match-pools.ts";

const workersPath = "spec.provider.workers";

/** Returns the section with all fields of the specs and annotations. */
export function specSection(clusters: ColumnValues<ComparedCluster>): ComparedSection {
  const known = clusters.flatMap((cluster) => cluster ?? []);
  const { fields, cut } = compareObjects(known.map(written), {
    without: isOfOneAlone(known),
    match: (path, lists) => (path === workersPath ? matchPools(lists) : undefined),
  });
  const placeOf = placesOf(clusters);
  const rows = fields.flatMap(({ path, values, differs }) => {
    const field = /([^.[\]]+)\]?$/.exec(path)?.[1] ?? path;
    const same = (one: number, other: number) =>
      !differs || hasSameMeaning(field, values[placeOf(one)], values[placeOf(other)]);
    const words = { key: path, label: path, verbatim: true, same };
    return comparedRow(words, clusters, (_, column) => valueTold(values[placeOf(column)]));
  });
  return {
    id: "spec",
    title: text("All fields"),
    note: [
      leftOutLabel(known),
      ...(cut ? [text("The objects are too large: only their first 2,000 fields are compared.")] : []),
    ].join(" "),
    rows,
  };
}

/** Fields of a Shoot that users write; labels have rows of their own, and the garden or kubectl manages the rest. */
function written({ shoot }: ComparedCluster) {
  const { metadata, spec } = shoot;
  const annotations = withoutLastApplied(metadata.annotations ?? {});
  return { metadata: { annotations }, spec };
}

const mustDiffer: ReadonlySet<string> = new Set([
  "metadata.annotations[gardener.cloud/created-by]",
  "metadata.annotations[shoot.gardener.cloud/uid]",
  "spec.dns.domain",
]);

/** Excludes fields that always differ between clusters; two states of one cluster are compared in full. */
function isOfOneAlone(known: readonly ComparedCluster[]): (path: string) => boolean {
  if (isOneCluster(known)) return () => false;
  // Pools matched by their role have different names, which their heading shows.
  return (path) => mustDiffer.has(path) || /^spec\.provider\.workers\[[^\]]* \/ [^\]]*\]\.name$/.test(path);
}

function isOneCluster(known: readonly ComparedCluster[]): boolean {
  return new Set(known.map(({ row }) => row.uid)).size <= 1;
}

function leftOutLabel(known: readonly ComparedCluster[]): string {
  return isOneCluster(known)
    ? text("Not compared: names, uid, resourceVersion, generation, finalizers and managedFields.")
    : text(
        "Not compared: names, uid, resourceVersion, generation, finalizers and managedFields, who created it, and the DNS domain, which always differ.",
      );
}

/** Returns the index of a column among the readable columns. */
function placesOf(clusters: ColumnValues<ComparedCluster>): (column: number) => number {
  return (column) => clusters.slice(0, column).filter((cluster) => cluster !== undefined).length;
}

function valueTold(value: unknown): ComparedValue | undefined {
  if (value === undefined || value === null) return undefined;
  const words = fieldValueText(value);
  return { text: shortenedText(words), means: words };
}
