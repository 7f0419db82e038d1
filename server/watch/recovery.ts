import "server-only";
import type { GardenError, GardenErrorReason } from "#server/garden/garden-error.ts";

/** How a watch, or the attempt to begin one, ended. */
export type WatchEnd =
  | { readonly kind: "stopped" }
  /** The garden closed the stream. `wasShort`: within a second. */
  | { readonly kind: "closed"; readonly wasShort: boolean; readonly wasEventful: boolean }
  | { readonly kind: "failed"; readonly error: GardenError; readonly during: Phase }
  /** The garden did not end the watch when it should have: it may have been cut off. */
  | { readonly kind: "silent"; readonly lastReceivedMs: number }
  /** Nothing came while the garden answered others. */
  | { readonly kind: "overtaken" }
  /** Lines could not be read: events are lost. */
  | { readonly kind: "corrupt" }
  /** Versions are lower than they were: the garden was restored from a backup, or is another one. */
  | { readonly kind: "went-back" };

export type Phase = "initial-watch" | "list" | "watch";

export interface Recovery {
  /** `rewatch` goes on from the version held; `relist` reads everything again, but nothing older than that version. */
  readonly next: "rewatch" | "relist";
  /** Read without regard to the version held: the garden does not know it. */
  readonly forgetVersion: boolean;
  readonly wait: boolean;
  /** Why the data is stale now; undefined when nothing is wrong. */
  readonly stale: string | undefined;
  /** The garden has no watch-list. */
  readonly refusesWatchList: boolean;
}

interface RecoveryContext {
  /** Internal errors have come for more than a minute. */
  readonly internalErrorsPersist: boolean;
  /** A version was sent that the garden could reject. */
  readonly holdsVersion: boolean;
  readonly lostEvents: boolean;
  /** The attempt before this one did not reach the garden. */
  readonly wasAway: boolean;
}

const plain: Recovery = {
  next: "rewatch",
  forgetVersion: false,
  wait: true,
  stale: undefined,
  refusesWatchList: false,
};

/** These say nothing about the version held: it is still good when the garden is itself again. */
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

/** What to do next, by client-go's rules: resume whenever the version may still be good, list again only when not. */
export function recover(end: Exclude<WatchEnd, { kind: "stopped" }>, context: RecoveryContext): Recovery {
  switch (end.kind) {
    case "closed":
      if (context.lostEvents) return { ...plain, next: "relist" };
      if (end.wasShort && !end.wasEventful) return { ...plain, next: "relist", stale: "closed-at-once" };
      return { ...plain, wait: end.wasShort };
    case "silent":
    case "overtaken":
      // Whether it is dead is only known when the next watch is not answered either.
      return { ...plain, next: context.lostEvents ? "relist" : "rewatch", wait: false };
    case "corrupt":
      return { ...plain, next: "relist", stale: "corrupt" };
    case "went-back":
      return { ...plain, next: "relist", forgetVersion: true, stale: "went-back" };
    case "failed":
      return end.during === "watch" ? afterWatch(end.error, context) : afterList(end.error, end.during, context);
  }
}

function afterWatch({ reason }: GardenError, context: RecoveryContext): Recovery {
  // The garden is back and has forgotten the version, or is another one: waiting on would only prolong the outage.
  const wait = !context.wasAway;
  if (reason === "version-too-large") return { ...plain, next: "relist", forgetVersion: true, stale: reason, wait };
  if (reason === "expired") return { ...plain, next: "relist", stale: reason, wait };
  const resumes = passing.has(reason) || (reason === "internal" && !context.internalErrorsPersist);
  return { ...plain, next: resumes && !context.lostEvents ? "rewatch" : "relist", stale: reason };
}

function afterList({ reason }: GardenError, during: Phase, context: RecoveryContext): Recovery {
  const again: Recovery = { ...plain, next: "relist", stale: reason };
  if (reason === "expired" || reason === "version-too-large") {
    // At once, but only once: without a version to reject, the next attempt waits.
    return { ...again, forgetVersion: true, wait: !context.holdsVersion };
  }
  if (during === "initial-watch" && (reason === "invalid" || reason === "bad-request")) {
    return { ...again, wait: false, stale: undefined, refusesWatchList: true };
  }
  return again;
}
