import "server-only";
import { readQuotasOfAccount } from "#lib/act/plan/read-named-things.ts";
import type { ClusterDetail } from "#lib/contract/cluster.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { readLifetime, shortestLifetime } from "#lib/policy/controllers/lifetime.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { readReferenced } from "#server/garden/read-referenced.ts";

/** The lifetime limit from a cluster's quotas, read with the user's permissions; undefined where none applies. */
export async function readLifetimeLimit(
  client: Pick<GardenClient, "get">,
  shoot: Shoot,
  signal: AbortSignal,
): Promise<ClusterDetail["lifetime"]> {
  if (readLifetime(shoot).state === "none") return undefined;
  const quotas = await readQuotasOfAccount({ get: (target) => readReferenced(client, target, signal) }, shoot);
  const found = quotas?.flatMap((quota) => quota ?? []);
  // A missing quota sets no limit, and Gardener then ignores the others.
  if (found === undefined || found.length !== quotas?.length) return { readable: false };
  const days = shortestLifetime(found)?.days;
  return { readable: true, ...(days !== undefined && { days }) };
}
