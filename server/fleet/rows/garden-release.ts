import "server-only";
import { parse } from "yaml";
import { textAt } from "#lib/kube/field.ts";
import { minuteMs, secondMs } from "#lib/kube/time-units.ts";
import { CachedAnswers } from "#server/access/cached-answers.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import type { Clock } from "#server/watch/clock.ts";

/** The release of the garden's API server and controllers, such as `v1.150.0`: the one place where it is known. */
export type GardenRelease = ReturnType<typeof createGardenRelease>;

const info = ["api", "v1", "namespaces", "gardener-system-public", "configmaps", "gardener-info"] as const;
const betweenMs = 10 * minuteMs;

/**
 * Reads the ConfigMap that the API server keeps for everybody who is signed in. What was read stands while the garden does
 * not answer; a garden without the ConfigMap tells nothing.
 *
 * @param now milliseconds of a clock that does not jump
 * @source Gardener: ConfigMap gardener-info in gardener-system-public, key gardenerAPIServer
 */
export function createGardenRelease(now: () => number) {
  const read = new CachedAnswers<string | undefined>({ now, ttlMs: betweenMs, maxEntries: 1 });
  const listeners = new Set<() => void>();
  let current: string | undefined;

  return {
    /** As the garden told it last; undefined where it does not tell it, or was not asked yet. */
    get current() {
      return current;
    },
    /** Reads it through whoever comes, at most once in ten minutes. It is the same for all. */
    async readThrough(client: Pick<GardenClient, "raw">): Promise<string | undefined> {
      const told = read.get("release", async () => releaseOf((await client.raw(info)).body));
      const release = await told.catch(() => current);
      const isOther = release !== current;
      current = release;
      if (isOther) for (const changed of [...listeners]) changed();
      return current;
    },
    /** Calls back when it has become another. Returns what ends it. */
    onChange(changed: () => void): () => void {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}

/** Reads it again and again with one client. Returns what ends it. */
export function followRelease(
  release: Pick<GardenRelease, "readThrough">,
  client: Pick<GardenClient, "raw">,
  clock: Pick<Clock, "startTimer">,
): () => void {
  let cancel = () => {};
  const again = () => {
    // A little later than an answer counts, so that each time asks anew.
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
