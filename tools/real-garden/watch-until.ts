import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import type { KubeObject } from "#lib/kube/object.ts";
import { isKubeObject, isRecord } from "#lib/kube/wire.ts";
import type { GardenAccess } from "./garden-access.ts";

const longestWaitSeconds = 180;

/**
 * Follows a collection until the condition holds for every object of these names.
 * @param collection URL path of the collection
 */
export async function watchUntil<Item extends KubeObject>(
  access: Pick<GardenAccess, "url" | "caPem" | "token">,
  collection: string,
  names: readonly string[],
  holds: (object: Item) => boolean,
): Promise<void> {
  const missing = new Set(names);
  if (missing.size === 0) return;
  for await (const event of eventsOf(access, `${collection}?watch=1&timeoutSeconds=${longestWaitSeconds}`)) {
    if (!isRecord(event) || event.type === "DELETED" || !isKubeObject<Item>(event.object)) continue;
    if (holds(event.object)) missing.delete(event.object.metadata.name);
    if (missing.size === 0) return;
  }
  throw new Error(`${collection}: it did not come true of ${[...missing].join(", ")}`);
}

/** The events of a watch, first one for each object that exists; ends when the garden ends the watch. */
async function* eventsOf(
  { url, caPem, token }: Pick<GardenAccess, "url" | "caPem" | "token">,
  path: string,
): AsyncGenerator<unknown> {
  const headers = { accept: "application/json", authorization: `Bearer ${token}` };
  const outgoing = request(new URL(path, url), { headers, ca: caPem, agent: false });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once("response", resolve).once("error", reject).end();
  });
  if (response.statusCode !== 200) throw new Error(`${path}: the garden answers ${response.statusCode}`);
  let text = "";
  // Whoever has seen enough leaves the loop, which closes the connection.
  for await (const chunk of response.setEncoding("utf8")) {
    const lines = `${text}${chunk}`.split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line);
  }
}
