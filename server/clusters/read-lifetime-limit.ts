import "server-only";
import { readQuotasOfAccount } from "#lib/act/plan/read-named-things.ts";
import type { ClusterDetail } from "#lib/contract/cluster.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { readLifetime, shortestLifetime } from "#lib/policy/controllers/lifetime.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { readReferred } from "#server/garden/read-referred.ts";

/** How long the quotas of a cluster let it live, read with the user's own rights; undefined where nothing ends it. */
export async function readLifetimeLimit(
  client: Pick<GardenClient, "get">,
  shoot: Shoot,
  signal: AbortSignal,
): Promise<ClusterDetail["lifetime"]> {
  if (readLifetime(shoot).state === "none") return undefined;
  const quotas = await readQuotasOfAccount({ get: (target) => readReferred(client, target, signal) }, shoot);
  const found = quotas?.flatMap((quota) => quota ?? []);
  // One that is not there is no limit, and keeps Gardener from looking at the others.
  if (found === undefined || found.length !== quotas?.length) return { readable: false };
  const days = shortestLifetime(found)?.days;
  return { readable: true, ...(days !== undefined && { days }) };
}
