import { parseInstant } from "#lib/kube/instant.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { annotations } from "../operations/annotations.ts";

/** The manager and the time of a managedFields entry, which show who last requested something from Gardener. */
export interface LastWriter {
  readonly manager: string;
  /** The time of the write, RFC 3339. */
  readonly time: string;
}

/** Manager names of Gardener's own controllers. Its dashboard is missing because it writes on behalf of users. */
const ownWriters: ReadonlySet<string> = new Set(["gardener-controller-manager", "gardener-scheduler", "gardenlet"]);

const operationField = `f:${annotations.operation}`;

/**
 * The last writer of the spec or the operation annotation; undefined when that was Gardener itself or managedFields
 * does not show the writer. The API server removes the annotation on storing, but not the write's managedFields entry.
 *
 * @source Kubernetes: apiserver pkg/endpoints/handlers (the record is made before the strategy prepares the object)
 * @source Gardener: pkg/apiserver/registry/core/shoot/strategy.go (mustIncreaseGeneration)
 */
export function findLastWriterBesidesGardener({
  metadata: { managedFields },
}: Pick<KubeObject, "metadata">): LastWriter | undefined {
  if (!Array.isArray(managedFields)) return undefined;
  let last: DatedWriter | undefined;
  // Entries of the same second have no order; Gardener counts as the last writer if it is among them.
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

/** The minimal managedFields entry of a writer, from which {@link findLastWriterBesidesGardener} reads the same writer again. */
export function managedFieldsEntryOfWriter({ manager, time }: LastWriter): object {
  return { manager, time, fieldsV1: { "f:metadata": { "f:annotations": { [operationField]: {} } } } };
}

interface DatedWriter extends LastWriter {
  /** The time of the write in milliseconds since 1970. */
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
