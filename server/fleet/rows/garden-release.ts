import "server-only";
import { parse } from "yaml";
import { stringAt } from "#lib/kube/field.ts";
import { minuteMs, secondMs } from "#lib/kube/time-units.ts";
import type { GateSettings } from "#lib/policy/editions/gates.ts";
import type { GardenFacts } from "#lib/policy/editions/rules-of-shoot.ts";
import { RequestCache } from "#server/access/request-cache.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import type { ServerClock } from "#server/watch/clock.ts";

/** The version of Gardener in the garden (API server and controllers), such as `v1.150.0`. */
export type GardenRelease = ReturnType<typeof createGardenRelease>;

/** Path of the ConfigMap in which Gardener describes the garden to all signed-in users. */
export const gardenInfoPath = [
  "api",
  "v1",
  "namespaces",
  "gardener-system-public",
  "configmaps",
  "gardener-info",
] as const;
const betweenMs = 10 * minuteMs;

/**
 * Reads the ConfigMap that the API server publishes for all authenticated users. The last value stays during an outage;
 * without the ConfigMap the version is unknown.
 *
 * @param now monotonic milliseconds
 * @param gates feature gates that Almanac's operator has set
 * @source Gardener: ConfigMap gardener-info in gardener-system-public, key gardenerAPIServer
 */
export function createGardenRelease(now: () => number, gates?: GateSettings) {
  const read = new RequestCache<string | undefined>({ now, ttlMs: betweenMs, maxEntries: 1 });
  const listeners = new Set<() => void>();
  let current: string | undefined;
  const factsOf = (release: string | undefined): GardenFacts => ({ release, ...(gates && { gates }) });

  return {
    /** Gardener's version as last read; undefined where the garden does not publish it, or before the first read. */
    get current() {
      return current;
    },
    /** Gardener's version as last read, with the gates. */
    get facts(): GardenFacts {
      return factsOf(current);
    },
    /** Reads Gardener's version, at most once in ten minutes with any user's client, as all users get the same. */
    async readThrough(client: Pick<GardenClient, "raw">): Promise<string | undefined> {
      const told = read.get("release", async () => releaseOf((await client.raw(gardenInfoPath)).body));
      const release = await told.catch(() => current);
      const isOther = release !== current;
      current = release;
      if (isOther) for (const changed of [...listeners]) changed();
      return current;
    },
    /** Calls `changed` when Gardener's version changes. @returns a function that ends the subscription */
    onChange(changed: () => void): () => void {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}

/** Reads Gardener's version periodically with one client. @returns a function that stops it */
export function followRelease(
  release: Pick<GardenRelease, "readThrough">,
  client: Pick<GardenClient, "raw">,
  clock: Pick<ServerClock, "startTimer">,
): () => void {
  let cancel = () => {};
  const again = () => {
    // Slightly longer than the version is cached, so that each time it is really read.
    cancel = clock.startTimer(betweenMs + secondMs, () => {
      void release.readThrough(client);
      again();
    });
  };
  again();
  return () => cancel();
}

function releaseOf(configMap: unknown): string | undefined {
  const told: unknown = parse(stringAt(configMap, "data", "gardenerAPIServer") ?? "");
  return stringAt(told, "version");
}
