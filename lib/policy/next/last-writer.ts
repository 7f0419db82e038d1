import { parseInstant } from "#lib/kube/instant.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { annotations } from "#lib/policy/operations/annotations.ts";

/** A writer in the garden's record, cut down to what tells who asked Gardener for something last. */
export interface LastWriter {
  readonly manager: string;
  /** RFC 3339. */
  readonly time: string;
}

/** Under these names Gardener's own controllers write a Shoot. Its dashboard writes for people. */
const ownWriters: ReadonlySet<string> = new Set(["gardener-controller-manager", "gardener-scheduler", "gardenlet"]);

const operationField = `f:${annotations.operation}`;

/**
 * Who wrote the spec, or asked for an operation, last; undefined where that was Gardener itself or the record does not say.
 * The API server takes the annotation away as it stores the Shoot, and the record of who set it stays.
 *
 * @source Kubernetes: apiserver pkg/endpoints/handlers (the record is made before the strategy prepares the object)
 * @source Gardener: pkg/apiserver/registry/core/shoot/strategy.go (mustIncreaseGeneration)
 */
export function somebodyWroteLast({
  metadata: { managedFields },
}: Pick<KubeObject, "metadata">): LastWriter | undefined {
  if (!Array.isArray(managedFields)) return undefined;
  const writers = managedFields.flatMap(writerOf).sort((a, b) => b.at - a.at);
  const [last] = writers;
  if (last === undefined) return undefined;
  // Within one second the record does not say who came last.
  const isGardeners = writers.some(({ at, manager }) => at === last.at && ownWriters.has(manager));
  return isGardeners ? undefined : { manager: last.manager, time: last.time };
}

/** What is held of a writer: read again by {@link somebodyWroteLast}, it is the same. */
export function recordOf({ manager, time }: LastWriter): object {
  return { manager, time, fieldsV1: { "f:metadata": { "f:annotations": { [operationField]: {} } } } };
}

function writerOf(entry: unknown): readonly (LastWriter & { readonly at: number })[] {
  if (!isRecord(entry) || (typeof entry.subresource === "string" && entry.subresource !== "")) return [];
  const { manager, time, fieldsV1 } = entry;
  const at = typeof time === "string" ? parseInstant(time) : undefined;
  if (typeof manager !== "string" || typeof time !== "string" || at === undefined || !isRecord(fieldsV1)) return [];
  return "f:spec" in fieldsV1 || asksForOperation(fieldsV1) ? [{ manager, time, at }] : [];
}

function asksForOperation(fields: Readonly<Record<string, unknown>>): boolean {
  const metadata = fields["f:metadata"];
  const annotated = isRecord(metadata) ? metadata["f:annotations"] : undefined;
  return isRecord(annotated) && operationField in annotated;
}
