import { fieldAt, listAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";

/** The most of each that a change of a Shoot may say: many times what anybody runs. */
export const patchLimits = { pools: 250, schedules: 100, labels: 500, annotations: 500, operations: 500 } as const;

/** A part of a change with more in it than is taken. */
export interface OversizedPart {
  readonly path: readonly string[];
  readonly message: string;
}

/** The annotations that hold lists of operations, some with names of pools; each of them is judged by itself. */
const operationLists = ["gardener.cloud/operation", "maintenance.gardener.cloud/operation"] as const;

const entriesOf = (value: unknown): number => (isRecord(value) ? Object.keys(value).length : 0);

/** What of a change has too many parts: whatever looks at it looks at every one, often at each with the profile. */
export function oversizedParts(patch: unknown): readonly OversizedPart[] {
  const counts: readonly (readonly [path: readonly string[], count: number, most: number, what: string])[] = [
    [["metadata", "labels"], entriesOf(fieldAt(patch, "metadata", "labels")), patchLimits.labels, "entries"],
    [
      ["metadata", "annotations"],
      entriesOf(fieldAt(patch, "metadata", "annotations")),
      patchLimits.annotations,
      "entries",
    ],
    [["spec", "provider", "workers"], lengthAt(patch, "provider", "workers"), patchLimits.pools, "pools"],
    [
      ["spec", "hibernation", "schedules"],
      lengthAt(patch, "hibernation", "schedules"),
      patchLimits.schedules,
      "schedules",
    ],
    ...operationLists.map((key) => {
      const path = ["metadata", "annotations", key];
      return [path, operationsIn(fieldAt(patch, ...path)), patchLimits.operations, "operations and pools"] as const;
    }),
  ];
  return counts.flatMap(([path, count, most, what]) =>
    count > most ? [{ path, message: `has ${count} ${what}, and at most ${most} are taken` }] : [],
  );
}

function lengthAt(patch: unknown, ...path: readonly string[]): number {
  return listAt(patch, "spec", ...path).length;
}

function operationsIn(value: unknown): number {
  return typeof value === "string" ? value.split(/[;,]/).length : 0;
}
