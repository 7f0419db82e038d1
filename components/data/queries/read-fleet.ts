import { TimeSlice } from "#components/ui/state/time-slice.ts";
import type { FleetSnapshot } from "#lib/contract/fleet.ts";
import { FleetFormatMismatchError, FleetReader } from "#lib/contract/read-fleet.ts";
import { text } from "#lib/language/text.ts";
import { createInvalidResponseError, getLines } from "../calls/api-client.ts";
import { ApiProblem, OutdatedPageError } from "../calls/api-problem.ts";

const path = "/api/fleet";

/** Reads the rows of the fleet line by line, and yields to user input in between. */
export async function readFleet(signal: AbortSignal): Promise<FleetSnapshot> {
  const reader = new FleetReader();
  const turn = new TimeSlice();
  for await (const line of getLines(path, signal)) {
    take(reader, line);
    if (!turn.isOver) continue;
    await turn.next();
    signal.throwIfAborted();
  }
  const fleet = reader.whole();
  if (fleet === undefined)
    throw new ApiProblem({ reason: "unreachable", detail: text("The list of clusters broke off.") });
  return fleet;
}

function take(reader: FleetReader, line: string): void {
  try {
    reader.take(line);
  } catch (error) {
    throw error instanceof FleetFormatMismatchError ? new OutdatedPageError() : createInvalidResponseError(path, error);
  }
}
