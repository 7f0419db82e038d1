import { describe, expect, it } from "vitest";
import { idleFleetRow, reconcileAct, sampleBulkRun, samplePreviewDigest } from "#lib/act/bulk/bulk-run.fixture.ts";
import type { BulkRun } from "#lib/act/bulk/bulk-run.ts";
import type { ConfirmActRequest } from "#lib/contract/act.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { ok } from "#lib/result.ts";
import { eventually } from "#lib/testing/eventually.ts";
import type { BulkRunDependencies } from "./create-bulk-run-dependencies.ts";
import { createRunDriver } from "./run-driver.ts";

/** A fake browser and garden that record, in order, what was stored and what was sent. */
class World {
  readonly log: string[] = [];
  readonly rows = new Map<string, FleetRow>();
  failStores = false;
  isFleetRead = true;
  answer: () => Promise<string> = async () => "101";
  stored: BulkRun | undefined;

  readonly ports: BulkRunDependencies = {
    preview: async (_intent, cluster) => ok({ act: reconcileAct, digest: samplePreviewDigest(cluster.name) }),
    send: async ({ name }, _body: ConfirmActRequest) => {
      this.log.push(`send ${name} while stored ${phaseOf(this.stored, name)}`);
      return this.answer();
    },
    isFleetRead: () => this.isFleetRead,
    rowOf: (uid) => this.rows.get(uid),
    store: async (run) => {
      if (this.failStores) throw new Error("no room");
      this.stored = run;
    },
    now: () => 1_000,
  };
}

function phaseOf(run: BulkRun | undefined, name: string): string {
  return run?.clusters.find((cluster) => cluster.name === name)?.phase ?? "nothing";
}

function begun(count: number) {
  const world = new World();
  const run = sampleBulkRun(count);
  for (const { uid, name } of run.clusters) world.rows.set(uid, idleFleetRow(name));
  return { world, driver: createRunDriver(run, world.ports) };
}

describe("a driven run", () => {
  it("writes down that a cluster is being sent before the request leaves", async () => {
    const { world, driver } = begun(2);
    driver.dispatch({ type: "start" });
    await eventually(() => expect(world.log).toEqual(["send c0 while stored sending"]));
    await eventually(() => expect(phaseOf(world.stored, "c0")).toBe("sent"));
  });

  it("goes on with the next batch once the end of the first was seen", async () => {
    const { world, driver } = begun(2);
    driver.dispatch({ type: "start" });
    await eventually(() => expect(phaseOf(world.stored, "c0")).toBe("sent"));
    const lastOperation = { type: "Reconcile", state: "Succeeded", updatedAt: "2026-03-01T12:00:00Z" };
    world.rows.set("uid-c0", idleFleetRow("c0", { resourceVersion: "105", lastOperation }));
    driver.look();
    await eventually(() => expect(world.log).toHaveLength(2));
  });

  it("says of no cluster that it is gone before the fleet was read", async () => {
    const { world, driver } = begun(2);
    driver.dispatch({ type: "start" });
    await eventually(() => expect(phaseOf(world.stored, "c0")).toBe("sent"));
    world.isFleetRead = false;
    world.rows.clear();
    driver.look();
    expect(phaseOf(driver.run(), "c0")).toBe("sent");
    world.isFleetRead = true;
    driver.look();
    expect(phaseOf(driver.run(), "c0")).toBe("failed");
  });

  it("sends nothing that could not be written down, and says so", async () => {
    const { world, driver } = begun(2);
    world.failStores = true;
    driver.dispatch({ type: "start" });
    await eventually(() => expect(driver.run().pause?.reason).toBe("storage"));
    expect(world.log).toEqual([]);
    expect(phaseOf(driver.run(), "c0")).toBe("waiting");
  });

  it("keeps a request without an answer as not known", async () => {
    const { world, driver } = begun(2);
    world.answer = async () => {
      throw new Error("the connection broke");
    };
    driver.dispatch({ type: "start" });
    await eventually(() => expect(phaseOf(world.stored, "c0")).toBe("unanswered"));
    expect(driver.run().status).toBe("paused");
  });
});
