import type { Freshness } from "#lib/contract/fleet.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { type Message, message } from "#lib/language/text.ts";
import type { Hue } from "#lib/words/version-stage.ts";

/** State of the path from the garden to this screen. */
export interface LivenessFacts {
  readonly freshness: Freshness | undefined;
  readonly connection:
    | { readonly state: "connecting" }
    | { readonly state: "open"; readonly since: number }
    | { readonly state: "waiting"; readonly since: number };
  readonly pausedAt: number | undefined;
}

export interface Liveness {
  /** `waiting`: the garden refuses a part without which nothing is known; `partly`: a part other than the Shoots. */
  readonly state: "loading" | "waiting" | "live" | "partly" | "delayed" | "offline" | "paused";
  /** Since when the screen shows old data, in epoch ms. */
  readonly since?: number;
  readonly role: Hue;
  /** Side that is responsible, when something is wrong. */
  readonly cause?: "browser" | "garden";
}

export const livenessLabels: Readonly<Record<Liveness["state"], Message>> = {
  live: message("Live"),
  loading: message("Connecting"),
  waiting: message("Waiting for the garden"),
  partly: message("Partly live"),
  delayed: message("Delayed"),
  offline: message("Offline"),
  paused: message("Paused"),
};

/** Interruptions up to this length are shown as a delay, longer ones as offline. */
const offlineAfterMs = 15_000;

/** Returns how far the data on screen can be trusted: the weaker of the two links decides. */
export function liveness({ freshness, connection, pausedAt }: LivenessFacts, nowMs: number): Liveness {
  if (pausedAt !== undefined) return { state: "paused", since: pausedAt, role: "neutral" };
  if (connection.state === "waiting") return broken("browser", connection.since, nowMs);
  if (freshness?.state === "stale") return broken("garden", parseInstant(freshness.since) ?? nowMs, nowMs);
  if (freshness?.state === "loading" && freshness.keptSince !== undefined)
    return broken("garden", parseInstant(freshness.keptSince) ?? nowMs, nowMs);
  const isPartial = freshness?.parts !== undefined;
  if (freshness?.state === "live" && connection.state === "open")
    return isPartial ? { state: "partly", role: "caution" } : { state: "live", role: "positive" };
  return freshness?.state === "loading" && isPartial
    ? { state: "waiting", role: "caution" }
    : { state: "loading", role: "neutral" };
}

function broken(cause: "browser" | "garden", since: number, nowMs: number): Liveness {
  const state = nowMs - since < offlineAfterMs ? "delayed" : "offline";
  return { state, since, role: state === "delayed" ? "caution" : "negative", cause };
}

/** Whether a write request would reach the garden at all, as far as this screen can tell. */
export function mayWrite({ state, cause }: Liveness): boolean {
  return !(state === "offline" && cause === "browser");
}
