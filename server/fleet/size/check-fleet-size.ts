import "server-only";
import type { Logger } from "pino";
import type { Shoot } from "#lib/garden/shoot.ts";
import { shoots } from "#lib/kube/resource.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { GardenError } from "#server/garden/garden-error.ts";
import { type HeapUsage, readHeap } from "#server/metrics/heap.ts";
import { decodeObject } from "#server/watch/decode.ts";
import { packedFieldsOf } from "../held/pack-shoot.ts";
import { ValuePool } from "../rows/value-pool.ts";
import { type FleetMeasure, findFleetSizeError, totalFleetMeasure } from "./fleet-size.ts";

const sampleSize = 50;
const patienceMs = 10_000;
/** Maximum wait for each of several gardens, so that one that does not answer does not delay the others. */
const patienceOfSeveralMs = 3_000;

/**
 * Estimates from the first Shoots and the number of Shoots in each garden whether all of them fit into the heap, before
 * they are read.
 *
 * @throws Error with a message for the operator, when they do not fit; a crash minutes later would not show the reason
 */
export async function checkFleetSize(
  gardens: readonly Pick<GardenClient, "list">[],
  log: Logger,
  { limitBytes, usedBytes: takenBytes }: Pick<HeapUsage, "limitBytes" | "usedBytes"> = readHeap(),
): Promise<void> {
  const measured = await Promise.all(
    gardens.map((own) => measure(own, log, gardens.length > 1 ? patienceOfSeveralMs : patienceMs)),
  );
  const fleet = totalFleetMeasure(measured.filter((each) => each !== undefined));
  if (fleet.shoots === 0) return;
  const fault = findFleetSizeError(fleet, { limitBytes, takenBytes });
  if (fault === undefined) return;
  log.fatal({ ...fleet, limitBytes, takenBytes }, fault);
  throw new Error(fault);
}

/** Estimates memory for a garden's Shoots; undefined if the garden gives no answer or grants only some namespaces. */
async function measure(
  own: Pick<GardenClient, "list">,
  log: Logger,
  withinMs: number,
): Promise<FleetMeasure | undefined> {
  try {
    const signal = AbortSignal.timeout(withinMs);
    const { body } = await own.list({ resource: shoots }, { limit: sampleSize, signal });
    const items = body.items ?? [];
    const rest = body.metadata.continue === undefined ? 0 : body.metadata.remainingItemCount;
    if (items.length === 0 || rest === undefined) return undefined;
    const meanBytes = meanHeldBytes(items);
    return meanBytes === undefined ? undefined : { shoots: items.length + rest, meanBytes };
  } catch (error) {
    if (!(error instanceof GardenError)) throw error;
    log.warn({ err: error }, "could not find out how many Shoots there are");
    return undefined;
  }
}

/** Average size of Shoots in memory; undefined when none of the objects can be read. */
function meanHeldBytes(items: readonly unknown[]): number | undefined {
  const read = items.map((item) => decodeObject<Shoot>(item, shoots)).filter((shoot) => typeof shoot !== "string");
  const pool = new ValuePool();
  const bytes = read.reduce((sum, shoot) => sum + packedFieldsOf(shoot, pool).json.length, 0);
  return read.length === 0 ? undefined : Math.round(bytes / read.length);
}
