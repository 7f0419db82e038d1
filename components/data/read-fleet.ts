import { yieldToPage } from "#components/ui/yield-to-page.ts";
import { type FleetRow, type FleetSnapshot, fleetRowSchema, unreadFleetSchema } from "#lib/contract/fleet.ts";
import { agreed, getJson } from "./api-client.ts";

const path = "/api/fleet";
/** Rows per task: some 10 ms of them. */
const sliceSize = 250;

/** The fleet, its rows looked at slice by slice: what a person does meanwhile is answered in between. */
export async function readFleet(signal: AbortSignal): Promise<FleetSnapshot> {
  const { rows: unread, ...fleet } = await getJson(path, { schema: unreadFleetSchema, signal });
  const rows: FleetRow[] = [];
  for (const row of unread) {
    rows.push(agreed(path, fleetRowSchema, row));
    if (rows.length % sliceSize !== 0) continue;
    await yieldToPage();
    signal.throwIfAborted();
  }
  return { ...fleet, rows };
}
