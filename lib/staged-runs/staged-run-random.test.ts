import { expect, it } from "vitest";
import type { FleetRow } from "#lib/contract/fleet.ts";
import {
  type RunStage,
  type StagedClusterPhase,
  type StagedRun,
  type StagedRunChange,
  storedStagedRunSchema,
} from "#lib/contract/staged/staged-runs.ts";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import { hourMs } from "#lib/kube/time-units.ts";
import { createRandom } from "#lib/random.ts";
import { caseCount } from "#lib/testing/case-count.fixture.ts";
import { changeStagedRun } from "./change-staged-run.ts";
import { sampleStagedRun } from "./staged-run.fixture.ts";

const people = ["starter", "colleague", "operator"] as const;
const phases: readonly StagedClusterPhase[] = ["sending", "sent", "succeeded", "succeeded", "failed", "excluded"];
const gates: readonly RunStage["gate"][] = [
  {},
  { healthy: true },
  { waitHours: 24 },
  { person: "anyone" },
  { person: "another" },
  { person: "another", healthy: true, waitHours: 1 },
];

/** Three people and their tabs change one run in random order, and clusters become healthy and unhealthy. */
class People {
  readonly #random: () => number;
  readonly unhealthy = new Set<string>();
  nowMs = Date.parse("2026-01-01T00:00:00Z");
  run: StagedRun;

  constructor(seed: number) {
    this.#random = createRandom(seed, "staged").next;
    this.run = sampleStagedRun([2, 3, 2], this.one(gates), { stopPercent: this.one([0, 40]) });
  }

  one<Value>(values: readonly [Value, ...Value[]] | readonly Value[]): Value {
    const value = values[Math.floor(this.#random() * values.length)];
    if (value === undefined) throw new Error("nothing to choose from");
    return value;
  }

  rowOf = (uid: string): FleetRow =>
    sampleFleetRow({
      uid,
      health: this.unhealthy.has(uid) ? "unhealthy" : "healthy",
      lastOperation: { type: "Reconcile", state: "Succeeded", progress: 100, updatedAt: "2026-01-01T00:00:00Z" },
    });

  /** One change by one person; returns what was asked, and whether the run took it. */
  step(): {
    readonly before: StagedRun;
    readonly change: StagedRunChange;
    readonly by: string;
    readonly taken: boolean;
  } {
    this.nowMs += Math.floor(this.#random() * 6 * hourMs * this.one([0.001, 1]));
    const uid = this.one(this.run.clusters).uid;
    if (!this.unhealthy.delete(uid) && this.#random() < 0.2) this.unhealthy.add(uid);
    const driver = this.run.driver?.by;
    const by = driver !== undefined && this.#random() < 0.6 ? driver : this.one(people);
    const change = this.#change(by);
    const before = this.run;
    const at = new Date(this.nowMs).toISOString();
    const changed = changeStagedRun(before, change, { by, at, rowOf: this.rowOf, isListed: () => true });
    if (changed.ok) this.run = storedStagedRunSchema.parse(JSON.parse(JSON.stringify(changed.value)));
    return { before, change, by, taken: changed.ok };
  }

  #change(by: string): StagedRunChange {
    const about = { project: "pay", id: "run1" } as const;
    const tab = `tab${by}`;
    const stage = this.run.current + this.one([0, 1, 1, 1, 2]);
    const dice = this.#random();
    if (dice < 0.2) return { ...about, kind: "drive", tab };
    if (dice < 0.6) {
      const open = this.run.clusters.filter(({ stage, phase }) => stage === this.run.current && phase === "waiting");
      const { uid } = this.one(open.length > 0 && this.#random() < 0.9 ? open : this.run.clusters);
      const progress = { attempt: 1, conflicts: 0 };
      return { ...about, kind: "progress", tab, clusters: [{ uid, phase: this.one(phases), progress }] };
    }
    if (dice < 0.8) return { ...about, kind: "begin", tab, stage };
    if (dice < 0.92) return { ...about, kind: "approve", stage };
    if (dice < 0.97) return { ...about, kind: "go-on" };
    return dice < 0.997 ? { ...about, kind: "release", tab } : { ...about, kind: "stop" };
  }
}

it("whatever people do, no stage begins before its gate is open, and nobody approves what they made themselves", () => {
  let begun = 0;
  let approved = 0;
  for (let seed = 1; seed <= caseCount(200, 5_000); seed += 1) {
    const world = new People(seed);
    const sent = new Set<string>();
    for (let index = 0; index < 150; index += 1) {
      const { before, change, by, taken } = world.step();
      const after = world.run;
      if (!taken) expect(after).toBe(before);
      for (const { uid, phase } of taken && change.kind === "progress" ? change.clusters : []) {
        if (phase !== "sending") continue;
        expect(sent.has(uid), `seed ${seed}: an attempt is sent once`).toBe(false);
        sent.add(uid);
      }
      if (after.current !== before.current) {
        begun += 1;
        const gate = after.stages[after.current]?.gate ?? {};
        const left = before.clusters.filter(({ stage }) => stage === before.current);
        expect(after.current, `seed ${seed}`).toBe(before.current + 1);
        expect(left.filter(({ phase }) => ["waiting", "sending", "sent"].includes(phase))).toEqual([]);
        const failures = left.filter(({ phase }) => phase === "failed").length - before.tolerated;
        expect(failures > 0 && (failures * 100) / left.length >= before.stopPercent, `seed ${seed}`).toBe(false);
        if (gate.waitHours !== undefined) {
          const endedMs = Date.parse(before.ends[before.current] ?? "");
          expect(world.nowMs - endedMs).toBeGreaterThanOrEqual(gate.waitHours * hourMs);
        }
        if (gate.healthy)
          expect(left.filter(({ uid, phase }) => phase === "succeeded" && world.unhealthy.has(uid))).toEqual([]);
        if (gate.person !== undefined) {
          const openers = before.approvals.filter(({ stage }) => stage === after.current).map((each) => each.by);
          expect(openers).toHaveLength(1);
          if (gate.person === "another") expect(openers).not.toContain("starter");
        }
      }
      const own = after.approvals.length > before.approvals.length;
      if (own) {
        approved += 1;
        expect(after.approvals.at(-1)?.by).toBe(by);
        expect(change.kind).toBe("approve");
      }
      for (const [at, cluster] of after.clusters.entries()) {
        const was = before.clusters[at];
        if (cluster.phase === was?.phase || change.kind === "stop") continue;
        expect(cluster.stage, "only clusters of the current stage change").toBe(before.current);
        expect(before.driver?.by, "only the driver notes progress").toBe(by);
      }
      if (before.status === "finished") expect(after.clusters).toEqual(before.clusters);
      if (before.status !== "going") {
        const sending = ({ clusters }: StagedRun) => clusters.filter(({ phase }) => phase === "sending").length;
        expect(sending(after), "nothing is sent after a stop").toBeLessThanOrEqual(sending(before));
      }
    }
  }
  // Some runs must get on, or nothing would be proved.
  expect(begun).toBeGreaterThan(100);
  expect(approved).toBeGreaterThan(50);
});
