import "server-only";
import { stringAt } from "#lib/kube/field.ts";
import { minuteMs } from "#lib/kube/time-units.ts";
import { RequestCache } from "#server/access/request-cache.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { resultOrReason } from "#server/garden/garden-error.ts";

const identityMap = ["api", "v1", "namespaces", "kube-system", "configmaps", "cluster-identity"] as const;
const ttlMs = 10 * minuteMs;

/**
 * Returns a function that reads the garden's identity, by which gardenctl and gardenlogin know it. It is read at most
 * once in ten minutes with any user's client, as all users get the same; undefined where the garden does not tell it.
 *
 * @param now monotonic milliseconds
 * @source Gardener: ConfigMap cluster-identity in kube-system, readable by all authenticated users
 */
export function createGardenIdentity(now: () => number) {
  const read = new RequestCache<string | undefined>({ now, ttlMs, maxEntries: 1 });
  let current: string | undefined;
  return async (client: Pick<GardenClient, "raw">): Promise<string | undefined> => {
    const told = read.get("identity", async () => {
      // An absence is an answer, too: it is not asked for again with each page.
      const found = await resultOrReason(client.raw(identityMap), "not-found", "forbidden");
      return typeof found === "string" ? undefined : stringAt(found.body, "data", "cluster-identity") || undefined;
    });
    current = await told.catch(() => current);
    return current;
  };
}
