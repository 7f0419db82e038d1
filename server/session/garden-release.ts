import "server-only";
import { parse } from "yaml";
import { textAt } from "#lib/kube/field.ts";
import { minuteMs } from "#lib/kube/time-units.ts";
import { CachedAnswers } from "../access/cached-answers.ts";
import type { GardenClient } from "../garden/garden-client.ts";

/** The release of the garden's API server; undefined where the garden does not tell it. */
export type GardenRelease = (token: string) => Promise<string | undefined>;

interface GardenReleaseOptions {
  readonly withToken: (token: string) => Pick<GardenClient, "raw">;
  readonly now: () => number;
}

const info = ["api", "v1", "namespaces", "gardener-system-public", "configmaps", "gardener-info"] as const;

/**
 * Reads the ConfigMap that the API server keeps for everybody who is signed in. It is the same for all, so it is read
 * once in a while with the token of whoever comes; a garden without it, or one that does not answer, tells nothing.
 *
 * @source Gardener: ConfigMap gardener-info in gardener-system-public, key gardenerAPIServer
 */
export function createGardenRelease({ withToken, now }: GardenReleaseOptions): GardenRelease {
  const read = new CachedAnswers<string | undefined>({ now, ttlMs: 10 * minuteMs, maxEntries: 1 });
  return async (token) =>
    read.get("release", async () => releaseOf((await withToken(token).raw(info)).body)).catch(() => undefined);
}

function releaseOf(configMap: unknown): string | undefined {
  const told: unknown = parse(textAt(configMap, "data", "gardenerAPIServer") ?? "");
  return textAt(told, "version");
}
