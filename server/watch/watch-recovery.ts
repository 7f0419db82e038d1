import "server-only";
import type { GardenError, GardenErrorReason } from "#server/garden/garden-error.ts";

/** How a watch, or an attempt to open one, ended. */
export type WatchEnd =
  | { readonly kind: "stopped" }
  /** The garden closed the stream. `wasShort`: within a second. */
  | { readonly kind: "closed"; readonly wasShort: boolean; readonly wasEventful: boolean }
  | { readonly kind: "failed"; readonly error: GardenError; readonly during: WatchPhase }
  /** The garden did not end the watch in time: the connection may be dead. */
  | { readonly kind: "silent"; readonly lastReceivedMs: number }
  /** Nothing was received while the garden answered other requests. */
  | { readonly kind: "overtaken" }
  /** Lines could not be parsed: events are lost. */
  | { readonly kind: "corrupt" }
  /** Versions went back: the garden was restored from a backup, or is another one. */
  | { readonly kind: "went-back" };

export type WatchPhase = "initial-watch" | "list" | "watch";

export interface WatchRecovery {
  /** `rewatch` resumes at the current resource version; `relist` reads all objects again, at least as new as that. */
  readonly next: "rewatch" | "relist";
  /** Whether to list without a minimum resource version, because the API server does not know it. */
  readonly forgetVersion: boolean;
  readonly wait: boolean;
  /** Why the objects are out of date now; undefined when nothing is wrong. */
  readonly stale: string | undefined;
  /** Whether the API server does not support watch-list. */
  readonly refusesWatchList: boolean;
}

interface RecoveryContext {
  /** Whether internal errors have persisted for more than a minute. */
  readonly internalErrorsPersist: boolean;
  /** Whether the request contained a resource version that the API server could reject. */
  readonly holdsVersion: boolean;
  readonly lostEvents: boolean;
  /** Whether the garden did not answer the attempt before this one. */
  readonly wasAway: boolean;
}

const plain: WatchRecovery = {
  next: "rewatch",
  forgetVersion: false,
  wait: true,
  stale: undefined,
  refusesWatchList: false,
};

/** Errors after which the watch can be resumed at the current resource version. */
const passing: ReadonlySet<GardenErrorReason> = new Set([
  "unreachable",
  "timeout",
  "unavailable",
  "too-many-requests",
  "unauthorized",
  "forbidden",
  "aborted",
  "configuration",
]);

/** Next step after a watch ends, by client-go's rules: resume while the resource version may be valid, else list. */
export function decideWatchRecovery(
  end: Exclude<WatchEnd, { kind: "stopped" }>,
  context: RecoveryContext,
): WatchRecovery {
  switch (end.kind) {
    case "closed":
      if (context.lostEvents) return { ...plain, next: "relist" };
      if (end.wasShort && !end.wasEventful) return { ...plain, next: "relist", stale: "closed-at-once" };
      return { ...plain, wait: end.wasShort };
    case "silent":
    case "overtaken":
      // Whether the garden is gone is only known when the next watch is not answered either.
      return { ...plain, next: context.lostEvents ? "relist" : "rewatch", wait: false };
    case "corrupt":
      return { ...plain, next: "relist", stale: "corrupt" };
    case "went-back":
      return { ...plain, next: "relist", forgetVersion: true, stale: "went-back" };
    case "failed":
      return end.during === "watch" ? afterWatch(end.error, context) : afterList(end.error, end.during, context);
  }
}

function afterWatch({ reason }: GardenError, context: RecoveryContext): WatchRecovery {
  // The garden was unavailable and has lost that version, so waiting would only prolong the outage.
  const wait = !context.wasAway;
  if (reason === "version-too-large") return { ...plain, next: "relist", forgetVersion: true, stale: reason, wait };
  if (reason === "expired") return { ...plain, next: "relist", stale: reason, wait };
  const resumes = passing.has(reason) || (reason === "internal" && !context.internalErrorsPersist);
  return { ...plain, next: resumes && !context.lostEvents ? "rewatch" : "relist", stale: reason };
}

function afterList({ reason }: GardenError, during: WatchPhase, context: RecoveryContext): WatchRecovery {
  const again: WatchRecovery = { ...plain, next: "relist", stale: reason };
  if (reason === "expired" || reason === "version-too-large") {
    // Retried at once, but only once: without a resource version the next attempt waits.
    return { ...again, forgetVersion: true, wait: !context.holdsVersion };
  }
  if (during === "initial-watch" && (reason === "invalid" || reason === "bad-request")) {
    return { ...again, wait: false, stale: undefined, refusesWatchList: true };
  }
  return again;
}
