import { describe, expect, it } from "vitest";
import { createStateStore } from "#components/ui/state/store.ts";
import { sampleBulkRun } from "#lib/act/bulk/bulk-run.fixture.ts";
import type { BulkRun } from "#lib/act/bulk/bulk-run.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { executeRunUntilOver, isBulkRunOver } from "./execute-run-until-over.ts";
import type { RunDriver } from "./run-driver.ts";

const running: BulkRun = { ...sampleBulkRun(1), status: "running" };
const finished: BulkRun = { ...running, status: "finished", clusters: ended(running, "succeeded") };

function ended({ clusters }: BulkRun, phase: "succeeded" | "failed" | "sent" | "planned") {
  return clusters.map((cluster) => ({ ...cluster, phase }));
}

function attended(start: BulkRun) {
  const run = createStateStore(start);
  const pages = createStateStore(1);
  const writing = Promise.withResolvers<void>();
  const driver: RunDriver = {
    run: run.get,
    subscribe: run.subscribe,
    dispatch: () => undefined,
    look: () => undefined,
    written: () => writing.promise,
  };
  const seen = { working: 0, released: false };
  void executeRunUntilOver(driver, {
    work: () => {
      seen.working += 1;
      return () => {
        seen.working -= 1;
      };
    },
    isShown: () => pages.get() > 0,
    onPages: pages.subscribe,
  }).then(() => {
    seen.released = true;
  });
  return { run, pages, seen, write: writing.resolve };
}

describe("a run that this tab drives", () => {
  it("is worked for until it is over, once however often it changes", () => {
    const { run, seen } = attended(running);
    run.set({ ...running, toleratedFailures: 1 });
    expect(seen.working).toBe(1);
    run.set(finished);
    expect(seen.working).toBe(0);
  });

  it("goes on being worked for where it was stopped, while the end of what was asked is still to be seen", () => {
    const { run, seen } = attended(running);
    run.set({ ...running, status: "stopped", clusters: ended(running, "sent") });
    expect(seen.working).toBe(1);
    run.set({ ...running, status: "stopped", clusters: ended(running, "failed") });
    expect(seen.working).toBe(0);
  });

  it("looks at what waits for its window while a page shows it, and holds no tab open for it", () => {
    const window = { fromMs: 0, toMs: 1 };
    const clusters = ended(running, "planned").map((cluster) => ({ ...cluster, window }));
    const { run, pages, seen } = attended(running);
    run.set({ ...running, status: "finished", clusters });
    expect(seen.working).toBe(1);
    pages.set(0);
    expect(seen.working).toBe(0);
  });

  it("is kept after its end while a page shows it, and worked for again when its failures are tried once more", async () => {
    const { run, seen, write } = attended(running);
    write();
    run.set(finished);
    await Promise.resolve();
    expect(seen).toEqual({ working: 0, released: false });
    run.set(running);
    expect(seen.working).toBe(1);
  });

  it("is let go when it is over and its page has gone, in either order, but not before it is written down", async () => {
    for (const pageFirst of [true, false]) {
      const { run, pages, seen, write } = attended(running);
      if (pageFirst) pages.set(0);
      run.set(finished);
      if (!pageFirst) pages.set(0);
      await Promise.resolve();
      expect(seen.released).toBe(false);
      write();
      await eventually(() => expect(seen).toEqual({ working: 0, released: true }));
    }
  });

  it("is not let go when somebody comes back while it is written down", async () => {
    const { run, pages, seen, write } = attended(running);
    pages.set(0);
    run.set(finished);
    pages.set(1);
    write();
    await Promise.resolve();
    expect(seen.released).toBe(false);
    pages.set(0);
    await eventually(() => expect(seen.released).toBe(true));
  });

  it("is paused, not over, for as long as a person may resume it", () => {
    expect(isBulkRunOver({ ...running, status: "paused" })).toBe(false);
    const { pages, seen } = attended({ ...running, status: "paused" });
    pages.set(0);
    expect(seen).toEqual({ working: 1, released: false });
  });
});
