import { GET as getFleet } from "#app/api/fleet/route.ts";
import { GET as getStream } from "#app/api/stream/route.ts";
import { readEntireFleet } from "#lib/contract/read-fleet.ts";
import { pageRequest } from "./route-test-bed.ts";
import { StreamReader } from "./stream-reader.ts";

/** Loads the cluster list and opens the event stream at its cursor, like a page. */
export async function openStream(cookie: string, signal?: AbortSignal): Promise<StreamReader> {
  const snapshot = readEntireFleet(await (await getFleet(pageRequest("/api/fleet", { cookie }))).text());
  const headers = { "last-event-id": snapshot.cursor };
  return new StreamReader(
    await getStream(pageRequest("/api/stream", { cookie, headers, ...(signal && { signal }) })),
    snapshot,
  );
}
