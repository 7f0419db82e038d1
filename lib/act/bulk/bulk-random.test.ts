import { expect, it } from "vitest";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { createRandom } from "#lib/random.ts";
import { advanceBulkRun } from "./advance-bulk-run.ts";
import type { BulkCommand, BulkError, BulkEvent } from "./bulk-event.ts";
import { idleFleetRow, reconcileAct, sampleBulkRun, samplePreviewDigest } from "./bulk-run.fixture.ts";
import { type BulkRun, bulkRunSchema, hasBulkClusterEnded } from "./bulk-run.ts";

const faults: readonly BulkError["reason"][] = [
  "unreachable",
  "timeout",
  "garden-timeout",
  "session-expired",
  "too-many-requests",
  "conflict",
  "forbidden",
  "read-only",
  "internal",
];
/** Failures after which the request was certainly not executed; after other failures it might have been. */
const certain: ReadonlySet<string> = new Set([
  "session-expired",
  "too-many-requests",
  "conflict",
  "forbidden",
  "read-only",
]);

/** Simulates a garden and a browser in which all possible events happen in random order. */
class World {
  readonly random: () => number;
  readonly taken = new Map<string, number>();
  readonly faults: string[] = [];
  readonly #rows = new Map<string, FleetRow>();
  #open: BulkCommand[] = [];
  #version = 100;
  run: BulkRun;
  now = 1_000_000;

  constructor(seed: number, clusters: number) {
    // The seed is part of the message, so that a failed run can be repeated.
    this.random = createRandom(seed, "bulk").next;
    this.run = sampleBulkRun(clusters, { batches: [1, 3], stopRule: { kind: "share", percent: 40 } });
    for (const { uid, name } of this.run.clusters) this.#rows.set(uid, idleFleetRow(name));
  }

  apply(event: BulkEvent): void {
    const held = this.run.status === "paused" || this.run.status === "stopped";
    const { run, commands } = advanceBulkRun(this.run, event, this.now);
    const goesOn = event.type === "resume" || event.type === "retry-failed" || event.type === "start";
    if (held && !goesOn && commands.length > 0)
      this.faults.push(`${event.type} while ${this.run.status} sent something`);
    this.run = run;
    this.#open.push(...commands);
  }

  step(): void {
    this.now += 1 + Math.floor(this.random() * 4_000);
    const dice = this.random();
    if (dice < 0.55) this.#answerOne();
    else if (dice < 0.8) this.#liveOne();
    else if (dice < 0.83) this.apply({ type: "pause" });
    else if (dice < 0.9) this.apply({ type: "resume" });
    else if (dice < 0.92) this.apply({ type: "retry-failed" });
    else if (dice < 0.95) this.#closeTab();
    else if (dice < 0.955) this.apply({ type: "interrupted", reason: "garden" });
    else this.apply({ type: "tick" });
  }

  /** Pending requests are lost, or they are executed and their responses are lost. */
  #closeTab(): void {
    for (const command of this.#open) if (command.kind === "send" && this.random() < 0.5) this.#take(command);
    this.#open = [];
    this.run = bulkRunSchema.parse(JSON.parse(JSON.stringify(this.run)));
    this.apply({ type: "adopted" });
  }

  #answerOne(): void {
    const at = Math.floor(this.random() * this.#open.length);
    const command = this.#open[at];
    if (!command) return;
    this.#open.splice(at, 1);
    const { uid, attempt } = command;
    const failing = this.random() < 0.25;
    const reason = faults[Math.floor(this.random() * faults.length)] ?? "timeout";
    if (command.kind === "preview") {
      const row = this.#rows.get(uid);
      if (failing || !row) this.apply({ type: "preview-failed", uid, attempt, fault: { reason } });
      else {
        const digest = samplePreviewDigest(row.name, { resourceVersion: row.resourceVersion });
        this.apply({ type: "previewed", uid, attempt, act: reconcileAct, digest, row });
      }
    } else if (failing) {
      if (!certain.has(reason) && this.random() < 0.5) this.#take(command);
      this.apply({ type: "refused", uid, attempt, fault: { reason } });
    } else {
      const resourceVersion = this.#take(command);
      this.apply({ type: "accepted", uid, attempt, resourceVersion });
    }
  }

  #take({ uid, attempt }: BulkCommand): string {
    const key = `${uid} ${attempt}`;
    this.taken.set(key, (this.taken.get(key) ?? 0) + 1);
    this.#version += 1;
    return String(this.#version);
  }

  /** A cluster changes, requested or not, and the cluster list shows the change. */
  #liveOne(): void {
    const clusters = [...this.#rows.entries()];
    const [uid, row] = clusters[Math.floor(this.random() * clusters.length)] ?? [];
    if (!uid || !row) return;
    const states = ["Processing", "Succeeded", "Succeeded", "Succeeded", "Error", "Failed"];
    const state = states[Math.floor(this.random() * states.length)] ?? "Succeeded";
    this.#version += 1;
    const updatedAt = new Date(Date.parse("2026-02-01") + this.now).toISOString();
    const lastOperation = { type: "Reconcile", state, updatedAt };
    this.#rows.set(uid, { ...row, resourceVersion: String(this.#version), lastOperation });
    this.apply({ type: "seen", rowOf: (each) => this.#rows.get(each) });
  }
}

it("whatever happens, no attempt is sent twice, nothing leaves a paused run, and what was stored can be read again", () => {
  let sent = 0;
  let over = 0;
  for (let seed = 1; seed <= 80; seed += 1) {
    const world = new World(seed, 7);
    world.apply({ type: "start" });
    for (let step = 0; step < 300; step += 1) world.step();
    expect(world.faults, `seed ${seed}`).toEqual([]);
    expect(
      [...world.taken.entries()].filter(([, count]) => count > 1),
      `seed ${seed}`,
    ).toEqual([]);
    sent += world.taken.size;
    over += world.run.clusters.every(hasBulkClusterEnded) ? 1 : 0;
  }
  // Some runs must make progress, or the test would prove nothing.
  expect(sent).toBeGreaterThan(250);
  expect(over).toBeGreaterThan(15);
});

it("a stopped run sends nothing any more, whatever comes", () => {
  for (let seed = 1; seed <= 50; seed += 1) {
    const world = new World(seed, 9);
    world.apply({ type: "start" });
    for (let step = 0; step < 30; step += 1) world.step();
    world.apply({ type: "stop" });
    const { status } = world.run;
    if (status !== "stopped") continue;
    for (const type of ["resume", "tick", "adopted", "pause"] as const)
      expect(advanceBulkRun(world.run, { type }, world.now).commands).toEqual([]);
  }
});
