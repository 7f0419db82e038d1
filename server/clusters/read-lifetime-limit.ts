import "server-only";
import { readQuotasOfBinding } from "#lib/act/plan/read-named-things.ts";
import type { ClusterDetail } from "#lib/contract/cluster.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { findShortestQuotaLifetime, readLifetime } from "#lib/policy/controllers/lifetime.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { readReferencedObject } from "#server/garden/read-referenced-object.ts";

/** A cluster's maximum lifetime from its project's Quotas, read with the user's permissions; undefined without any. */
export async function readLifetimeLimit(
  client: Pick<GardenClient, "get">,
  shoot: Shoot,
  signal: AbortSignal,
): Promise<ClusterDetail["lifetime"]> {
  if (readLifetime(shoot).state === "none") return undefined;
  const quotas = await readQuotasOfBinding({ get: (target) => readReferencedObject(client, target, signal) }, shoot);
  const found = quotas?.flatMap((quota) => quota ?? []);
  // Gardener ignores all Quotas when one of them is missing.
  if (found === undefined || found.length !== quotas?.length) return { readable: false };
  const days = findShortestQuotaLifetime(found)?.days;
  return { readable: true, ...(days !== undefined && { days }) };
}
