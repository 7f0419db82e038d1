import { describe, expect, test } from "vitest";
import { gardenErrorReasons } from "#server/garden/garden-error.ts";
import { createGardenError } from "./testing/watch-run.ts";
import { decideWatchRecovery, type WatchEnd } from "./watch-recovery.ts";

const calm = { internalErrorsPersist: false, holdsVersion: true, lostEvents: false, wasAway: false };
const failed = (
  reason: Parameters<typeof createGardenError>[0],
  during: "watch" | "list" | "initial-watch",
): WatchEnd & { kind: "failed" } => ({
  kind: "failed",
  error: createGardenError(reason),
  during,
});

const resuming = [
  "unreachable",
  "timeout",
  "unavailable",
  "too-many-requests",
  "unauthorized",
  "forbidden",
  "aborted",
  "configuration",
  "internal",
];

describe("a watch that fails", () => {
  test.each(gardenErrorReasons)("with %s is resumed if the version may still be good, and always waits", (reason) => {
    const recovery = decideWatchRecovery(failed(reason, "watch"), calm);
    expect(recovery).toMatchObject({
      next: resuming.includes(reason) ? "rewatch" : "relist",
      forgetVersion: reason === "version-too-large",
      wait: true,
      stale: reason,
    });
  });

  test("after lost events is never merely resumed", () => {
    expect(decideWatchRecovery(failed("unreachable", "watch"), { ...calm, lostEvents: true }).next).toBe("relist");
  });

  test("with internal errors for more than a minute is read again", () => {
    expect(decideWatchRecovery(failed("internal", "watch"), { ...calm, internalErrorsPersist: true }).next).toBe(
      "relist",
    );
  });
});

describe("a list that fails", () => {
  test.each(gardenErrorReasons)("with %s is repeated", (reason) => {
    for (const during of ["list", "initial-watch"] as const) {
      const recovery = decideWatchRecovery(failed(reason, during), calm);
      const isRejected = reason === "expired" || reason === "version-too-large";
      const refuses = during === "initial-watch" && (reason === "invalid" || reason === "bad-request");
      expect(recovery).toMatchObject({ next: "relist", forgetVersion: isRejected, refusesWatchList: refuses });
      expect(recovery.wait).toBe(!isRejected && !refuses);
    }
  });

  test("with expired and no version to forget waits", () => {
    expect(decideWatchRecovery(failed("expired", "list"), { ...calm, holdsVersion: false }).wait).toBe(true);
  });
});
