import { parseInstant } from "#lib/kube/instant.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { annotations } from "../operations/annotations.ts";

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
  let last: DatedWriter | undefined;
  // Within one second the record does not say who came last.
  let isGardeners = false;
  for (const entry of managedFields) {
    const writer = writerOf(entry);
    if (writer === undefined || (last !== undefined && writer.at < last.at)) continue;
    const isOwn = ownWriters.has(writer.manager);
    isGardeners = isOwn || (writer.at === last?.at && isGardeners);
    if (writer.at !== last?.at) last = writer;
  }
  return last === undefined || isGardeners ? undefined : { manager: last.manager, time: last.time };
}

/** What is held of a writer: read again by {@link somebodyWroteLast}, it is the same. */
export function recordOf({ manager, time }: LastWriter): object {
  return { manager, time, fieldsV1: { "f:metadata": { "f:annotations": { [operationField]: {} } } } };
}

interface DatedWriter extends LastWriter {
  /** Milliseconds since 1970. */
  readonly at: number;
}

function writerOf(entry: unknown): DatedWriter | undefined {
  if (!isRecord(entry) || (typeof entry.subresource === "string" && entry.subresource !== "")) return undefined;
  const { manager, time, fieldsV1 } = entry;
  if (typeof manager !== "string" || typeof time !== "string" || !isRecord(fieldsV1)) return undefined;
  if (!("f:spec" in fieldsV1 || asksForOperation(fieldsV1))) return undefined;
  const at = parseInstant(time);
  return at === undefined ? undefined : { manager, time, at };
}

function asksForOperation(fields: Readonly<Record<string, unknown>>): boolean {
  const metadata = fields["f:metadata"];
  const annotated = isRecord(metadata) ? metadata["f:annotations"] : undefined;
  return isRecord(annotated) && operationField in annotated;
}
