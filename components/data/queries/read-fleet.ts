import { PageTurn } from "#components/ui/state/page-turn.ts";
import { type FleetRow, type FleetSnapshot, fleetHeadSchema, fleetRowSchema } from "#lib/contract/fleet.ts";
import { agreedText, getLines } from "../calls/api-client.ts";
import { ApiProblem } from "../calls/api-problem.ts";

const path = "/api/fleet";
const lastLine = "]}";

/** The fleet, read and looked at slice by slice: what a person does meanwhile is answered in between. */
export async function readFleet(signal: AbortSignal): Promise<FleetSnapshot> {
  const lines = getLines(path, signal);
  const { value: first = "" } = await lines.next();
  const head = agreedText(path, fleetHeadSchema, first + lastLine);
  const rows: FleetRow[] = [];
  let isWhole = false;
  const turn = new PageTurn();
  for await (const line of lines) {
    if (line === "") continue; // an empty fleet
    isWhole = line === lastLine;
    if (isWhole) continue;
    rows.push(agreedText(path, fleetRowSchema, line.endsWith(",") ? line.slice(0, -1) : line));
    if (!turn.isOver) continue;
    await turn.next();
    signal.throwIfAborted();
  }
  if (!isWhole) throw new ApiProblem({ reason: "unreachable", detail: "The list of clusters broke off." });
  return { ...head, rows };
}
