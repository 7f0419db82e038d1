import type { FleetFreshness } from "#lib/contract/fleet.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { type Message, message } from "#lib/language/text.ts";
import type { StatusHue } from "#lib/words/version-stage.ts";

/** State of the connections from the garden to the server and from the server to this page. */
export interface ScreenLivenessInput {
  readonly freshness: FleetFreshness | undefined;
  readonly connection:
    | { readonly state: "connecting" }
    | { readonly state: "open"; readonly since: number }
    | { readonly state: "waiting"; readonly since: number };
  readonly pausedAt: number | undefined;
}

export interface ScreenLiveness {
  /** Data state. `waiting`: an indispensable collection is refused; `partly`: one besides the Shoots is outdated. */
  readonly state: "loading" | "waiting" | "live" | "partly" | "delayed" | "offline" | "paused";
  /** Time since when the page shows old data, in epoch milliseconds. */
  readonly since?: number;
  readonly role: StatusHue;
  /** Connection that causes the problem: the browser's or the garden's; absent if there is none. */
  readonly cause?: "browser" | "garden";
}

export const screenLivenessLabels: Readonly<Record<ScreenLiveness["state"], Message>> = {
  live: message("Live"),
  loading: message("Connecting"),
  waiting: message("Waiting for the garden"),
  partly: message("Partly live"),
  delayed: message("Delayed"),
  offline: message("Offline"),
  paused: message("Paused"),
};

/** Length up to which an interruption is shown as a delay; longer ones are shown as offline. */
const offlineAfterMs = 15_000;

/** Returns how current the data on the page are; the worse of the two connections decides. */
export function screenLivenessOf(
  { freshness, connection, pausedAt }: ScreenLivenessInput,
  nowMs: number,
): ScreenLiveness {
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

function broken(cause: "browser" | "garden", since: number, nowMs: number): ScreenLiveness {
  const state = nowMs - since < offlineAfterMs ? "delayed" : "offline";
  return { state, since, role: state === "delayed" ? "caution" : "negative", cause };
}

/** Returns whether a write request would reach the garden, as far as this page knows. */
export function canWriteToGarden({ state, cause }: ScreenLiveness): boolean {
  return !(state === "offline" && cause === "browser");
}
