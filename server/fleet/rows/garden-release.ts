import "server-only";
import { parse } from "yaml";
import { textAt } from "#lib/kube/field.ts";
import { minuteMs, secondMs } from "#lib/kube/time-units.ts";
import { RequestCache } from "#server/access/request-cache.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import type { ServerClock } from "#server/watch/clock.ts";

/** The release of the garden's API server and controllers, such as `v1.150.0`; kept only here. */
export type GardenRelease = ReturnType<typeof createGardenRelease>;

const info = ["api", "v1", "namespaces", "gardener-system-public", "configmaps", "gardener-info"] as const;
const betweenMs = 10 * minuteMs;

/**
 * Reads the ConfigMap that the API server publishes for all authenticated users. The last value stays while the garden
 * does not answer; without the ConfigMap the release is unknown.
 *
 * @param now monotonic milliseconds
 * @source Gardener: ConfigMap gardener-info in gardener-system-public, key gardenerAPIServer
 */
export function createGardenRelease(now: () => number) {
  const read = new RequestCache<string | undefined>({ now, ttlMs: betweenMs, maxEntries: 1 });
  const listeners = new Set<() => void>();
  let current: string | undefined;

  return {
    /** The last release read; undefined where the garden does not report it, or was not asked yet. */
    get current() {
      return current;
    },
    /** Reads the release with any user's client, at most once in ten minutes. It is the same for all. */
    async readThrough(client: Pick<GardenClient, "raw">): Promise<string | undefined> {
      const told = read.get("release", async () => releaseOf((await client.raw(info)).body));
      const release = await told.catch(() => current);
      const isOther = release !== current;
      current = release;
      if (isOther) for (const changed of [...listeners]) changed();
      return current;
    },
    /** Calls back when the release changes. @returns a function that ends the subscription */
    onChange(changed: () => void): () => void {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}

/** Reads the release periodically with one client. @returns a function that ends it */
export function followRelease(
  release: Pick<GardenRelease, "readThrough">,
  client: Pick<GardenClient, "raw">,
  clock: Pick<ServerClock, "startTimer">,
): () => void {
  let cancel = () => {};
  const again = () => {
    // Slightly longer than answers are cached, so that each time asks again.
    cancel = clock.startTimer(betweenMs + secondMs, () => {
      void release.readThrough(client);
      again();
    });
  };
  again();
  return () => cancel();
}

function releaseOf(configMap: unknown): string | undefined {
  const told: unknown = parse(textAt(configMap, "data", "gardenerAPIServer") ?? "");
  return textAt(told, "version");
}
