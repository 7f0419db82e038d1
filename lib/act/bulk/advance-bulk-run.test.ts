import { describe, expect, it } from "vitest";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { advanceBulkRun } from "./advance-bulk-run.ts";
import { splitIntoBatches } from "./batches.ts";
import { rowSnapshot } from "./bulk-cluster-after-observation.ts";
import type { BulkCommand, BulkError, BulkEvent } from "./bulk-event.ts";
import {
  idleFleetRow,
  previewedEvent,
  sampleBulkCluster,
  sampleBulkRun,
  samplePreviewDigest,
} from "./bulk-run.fixture.ts";
import type { BulkRun } from "./bulk-run.ts";

const now = Date.parse("2026-03-01T12:00:00Z");

/** Applies events one after the other and returns the commands of the last one. */
function play(start: BulkRun, ...events: readonly BulkEvent[]) {
  let run = start;
  let commands: readonly BulkCommand[] = [];
  for (const event of events) ({ run, commands } = advanceBulkRun(run, event, now));
  return { run, commands };
}

const phasesOf = ({ clusters }: BulkRun) => clusters.map(({ phase }) => phase);
const names = (commands: readonly BulkCommand[]) => commands.map(({ kind, uid }) => `${kind} ${uid}`);
const about = (name: string, attempt = 1) => ({ uid: `uid-${name}`, attempt });
const accepted = (name: string, attempt = 1): BulkEvent => ({
  type: "accepted",
  ...about(name, attempt),
  resourceVersion: "101",
});
const refused = (name: string, fault: BulkError): BulkEvent => ({ type: "refused", ...about(name), fault });

/** The cluster list consists of exactly these rows. */
const seen = (...rows: readonly FleetRow[]): BulkEvent => ({
  type: "seen",
  rowOf: (uid) =>
    rows.find((row) => row.uid === uid) ?? (uid.startsWith("uid-c") ? idleFleetRow(uid.slice(4)) : undefined),
});
const shown = (name: string, state: string, differs: Partial<FleetRow> = {}) =>
  idleFleetRow(name, {
    resourceVersion: "105",
    lastOperation: { type: "Reconcile", state, progress: 100, updatedAt: "2026-03-01T12:00:30Z" },
    ...differs,
  });

describe("batches", () => {
  it.each([
    { name: "fewer clusters than the first batches hold", count: 4, sizes: [1, 5, 25], expected: [1, 3] },
    { name: "exactly the batches", count: 31, sizes: [1, 5, 25], expected: [1, 5, 25] },
    { name: "what is left over is one batch", count: 100, sizes: [1, 5, 25], expected: [1, 5, 25, 69] },
    { name: "no sizes: all at once", count: 3, sizes: [], expected: [3] },
    { name: "a size of nothing counts as one", count: 2, sizes: [0], expected: [1, 1] },
    { name: "no clusters", count: 0, sizes: [1], expected: [] },
  ])("$name", ({ count, sizes, expected }) => {
    expect(splitIntoBatches(count, sizes).map(({ from, to }) => to - from)).toEqual(expected);
  });
});

describe("the course of a run", () => {
  it("begins with the first batch alone, and asks for a preview before anything is sent", () => {
    const { run, commands } = play(sampleBulkRun(8), { type: "start" });
    expect(names(commands)).toEqual(["preview uid-c0"]);
    expect(phasesOf(run).filter((phase) => phase === "waiting")).toHaveLength(7);
  });

  it("sends what was confirmed, bound to the version of the fresh preview", () => {
    const { commands } = play(sampleBulkRun(8), { type: "start" }, previewedEvent("c0", 1, { resourceVersion: "777" }));
    expect(commands).toMatchObject([{ kind: "send", uid: "uid-c0", body: { resourceVersion: "777" } }]);
  });

  it("waits for the end of a batch before the next one, and asks at most three at once", () => {
    const begun = play(sampleBulkRun(8), { type: "start" }, previewedEvent("c0"), accepted("c0"));
    expect(begun.commands).toEqual([]);
    const running = play(begun.run, seen(shown("c0", "Processing")));
    expect(running.commands).toEqual([]);
    const { commands } = play(running.run, seen(shown("c0", "Succeeded")));
    expect(names(commands)).toEqual(["preview uid-c1", "preview uid-c2", "preview uid-c3"]);
  });

  it("does not go on while a cluster that was healthy is not healthy again", () => {
    const begun = play(sampleBulkRun(8), { type: "start" }, previewedEvent("c0"), accepted("c0")).run;
    const unwell = play(begun, seen(shown("c0", "Succeeded", { health: "progressing" })));
    expect(unwell.commands).toEqual([]);
    expect(unwell.run.clusters[0]).toMatchObject({ phase: "sent", message: expect.stringContaining("healthy") });
    const late = advanceBulkRun(unwell.run, seen(shown("c0", "Succeeded", { health: "unhealthy" })), now + 11 * 60_000);
    expect(late.run).toMatchObject({ status: "paused", pause: { reason: "failure" } });
  });

  it("lets no batch begin because of clusters that change in their maintenance windows: these are written last", () => {
    const inWindow = samplePreviewDigest("c3", { inWindow: true });
    const clusters = ["c0", "c1", "c2", "c3", "c4"].map((name) =>
      sampleBulkCluster(name, ["c3", "c4"].includes(name) ? { digest: { ...inWindow, uid: `uid-${name}` } } : {}),
    );
    const begun = play(
      sampleBulkRun(5, { batches: [1], clusters }),
      { type: "start" },
      previewedEvent("c0"),
      accepted("c0"),
    );
    expect(phasesOf(begun.run)).toEqual(["sent", "waiting", "waiting", "waiting", "waiting"]);
    const rest = play(begun.run, seen(shown("c0", "Succeeded")));
    expect(names(rest.commands)).toEqual(["preview uid-c1", "preview uid-c2"]);
    const sent = play(rest.run, previewedEvent("c1"), previewedEvent("c2"), accepted("c1"), accepted("c2"));
    const last = play(sent.run, seen(shown("c1", "Succeeded"), shown("c2", "Succeeded")));
    expect(names(last.commands)).toEqual(["preview uid-c3", "preview uid-c4"]);
    const failed = play(sent.run, seen(shown("c1", "Failed"), shown("c2", "Succeeded")));
    expect(failed).toMatchObject({ commands: [], run: { status: "paused", pause: { reason: "failure" } } });
  });

  it("leaves out a cluster that would change in its maintenance window after all", () => {
    const { run, commands } = play(sampleBulkRun(2), { type: "start" }, previewedEvent("c0", 1, { inWindow: true }));
    expect(run.clusters[0]).toMatchObject({ phase: "excluded", message: expect.stringContaining("has changed") });
    expect(names(commands)).toEqual(["preview uid-c1"]);
  });

  it("is finished when every cluster has come to its end", () => {
    const { run } = play(
      sampleBulkRun(1),
      { type: "start" },
      previewedEvent("c0"),
      accepted("c0"),
      seen(shown("c0", "Succeeded")),
    );
    expect(run).toMatchObject({ status: "finished", clusters: [{ phase: "succeeded" }] });
  });

  it.each([
    { name: "the state of before the act", row: idleFleetRow("c0", { resourceVersion: "105" }) },
    { name: "a version from before the answer", row: shown("c0", "Succeeded", { resourceVersion: "100" }) },
    { name: "a success of an earlier generation", row: shown("c0", "Succeeded", { observed: false }) },
    { name: "a state that this build does not know", row: shown("c0", "Dreaming") },
  ])("does not take for success: $name", ({ row }) => {
    const { run } = play(sampleBulkRun(1), { type: "start" }, previewedEvent("c0"), accepted("c0"), seen(row));
    expect(phasesOf(run)).toEqual(["sent"]);
  });
});

describe("stopping", () => {
  const failed = shown("c0", "Failed");

  it("stops at the first failure, and sends nothing more until a person goes on", () => {
    const { run, commands } = play(
      sampleBulkRun(8),
      { type: "start" },
      previewedEvent("c0"),
      accepted("c0"),
      seen(failed),
    );
    expect(run).toMatchObject({ status: "paused", pause: { reason: "failure" }, clusters: { 0: { phase: "failed" } } });
    expect(commands).toEqual([]);
    expect(names(play(run, { type: "resume" }).commands)).toHaveLength(3);
  });

  it("goes on below the share of failures that the plan bears", () => {
    const plan = sampleBulkRun(8, { stopRule: { kind: "share", percent: 25 } });
    const { run } = play(plan, { type: "start" }, previewedEvent("c0"), accepted("c0"), seen(failed));
    expect(run.status).toBe("running");
  });

  it("counts an error that Gardener tries again as a failure, until it is seen to succeed", () => {
    const begun = play(
      sampleBulkRun(8),
      { type: "start" },
      previewedEvent("c0"),
      accepted("c0"),
      seen(shown("c0", "Error")),
    ).run;
    expect(begun).toMatchObject({ status: "paused", clusters: { 0: { phase: "failed" } } });
    expect(play(begun, seen(shown("c0", "Succeeded"))).run).toMatchObject({ clusters: { 0: { phase: "succeeded" } } });
  });

  it("asks the failed again in a new attempt, and not the others", () => {
    const stopped = play(sampleBulkRun(2), { type: "start" }, previewedEvent("c0"), accepted("c0"), seen(failed)).run;
    const { run, commands } = play(stopped, { type: "retry-failed" });
    expect(commands).toEqual([{ kind: "preview", uid: "uid-c0", attempt: 2 }]);
    expect(run.clusters[0]).toMatchObject({ attempt: 2, arrivedBefore: true });
    expect(play(run, accepted("c0", 1)).run.clusters[0]?.phase).toBe("previewing");
  });

  it("sends nothing for a preview that comes after a pause", () => {
    const { run, commands } = play(sampleBulkRun(2), { type: "start" }, { type: "pause" }, previewedEvent("c0"));
    expect(commands).toEqual([]);
    expect(phasesOf(run)).toEqual(["waiting", "waiting"]);
  });

  it("stops for good: what was not asked is skipped, what was asked is still observed", () => {
    const begun = play(sampleBulkRun(3), { type: "start" }, previewedEvent("c0"), accepted("c0"), { type: "stop" });
    expect(phasesOf(begun.run)).toEqual(["sent", "skipped", "skipped"]);
    const { run, commands } = play(begun.run, { type: "resume" }, seen(shown("c0", "Succeeded")));
    expect(run).toMatchObject({ status: "stopped", clusters: { 0: { phase: "succeeded" } } });
    expect(commands).toEqual([]);
  });
});

describe("what comes between", () => {
  const started = play(sampleBulkRun(2), { type: "start" }).run;
  const sending = play(started, previewedEvent("c0")).run;

  it("leaves a cluster out whose preview is no longer what was confirmed", () => {
    const { run, commands } = play(started, previewedEvent("c0", 1, { substance: "another" }));
    expect(run.clusters[0]).toMatchObject({ phase: "excluded", message: expect.stringContaining("has changed") });
    expect(names(commands)).toEqual(["preview uid-c1"]);
  });

  it("previews again after a conflict, and leaves out a cluster that does not stop changing", () => {
    let played = play(sending, refused("c0", { reason: "conflict" }));
    for (let conflicts = 2; conflicts <= 5; conflicts += 1) {
      expect(names(played.commands)).toEqual(["preview uid-c0"]);
      played = play(played.run, previewedEvent("c0"), refused("c0", { reason: "conflict" }));
    }
    expect(played.run.clusters[0]).toMatchObject({
      phase: "excluded",
      message: "The cluster changed 5 times while it was about to be asked.",
    });
  });

  it("waits as long as the server asks, and sends nothing before", () => {
    const { run, commands } = play(sending, refused("c0", { reason: "too-many-requests", retryAfterMs: 7_000 }));
    expect(commands).toEqual([]);
    expect(run).toMatchObject({ status: "running", waitUntil: now + 7_000 });
    expect(advanceBulkRun(run, { type: "tick" }, now + 6_999).commands).toEqual([]);
    expect(names(advanceBulkRun(run, { type: "tick" }, now + 7_000).commands)).toEqual(["preview uid-c0"]);
  });

  it.each([
    { reason: "session-expired", pause: "session", phase: "waiting" },
    { reason: "read-only", pause: "read-only", phase: "waiting" },
    { reason: "garden-unreachable", pause: "garden", phase: "unanswered" },
    { reason: "timeout", pause: "garden", phase: "unanswered" },
    { reason: "internal", pause: "garden", phase: "unanswered" },
  ] as const)("pauses on $reason, and the cluster is $phase", ({ reason, pause, phase }) => {
    const { run, commands } = play(sending, refused("c0", { reason }));
    expect(run).toMatchObject({ status: "paused", pause: { reason: pause }, clusters: { 0: { phase } } });
    expect(commands).toEqual([]);
  });

  it("calls a lost permission a failure of that cluster, so that the run stops", () => {
    const { run } = play(sending, refused("c0", { reason: "forbidden", detail: "You may not change shoots." }));
    expect(run).toMatchObject({ status: "paused", pause: { reason: "failure" }, clusters: { 0: { phase: "failed" } } });
    // The request was certainly refused, so no later state of the row is its result.
    expect(play(run, seen(shown("c0", "Succeeded"))).run.clusters[0]?.phase).toBe("failed");
  });

  it("a reading that failed has changed nothing: the cluster waits", () => {
    const fault = { reason: "garden-unreachable" } as const;
    const { run } = play(started, { type: "preview-failed", ...about("c0"), fault });
    expect(run).toMatchObject({ status: "paused", pause: { reason: "garden" }, clusters: { 0: { phase: "waiting" } } });
  });

  it("never sends again what was being sent when the tab closed, but observes it", () => {
    const { run, commands } = play(sending, { type: "adopted" });
    expect(run).toMatchObject({
      status: "paused",
      pause: { reason: "closed" },
      clusters: { 0: { phase: "unanswered" } },
    });
    expect(commands).toEqual([]);
    const resumed = play(run, { type: "resume" });
    expect(resumed.commands).toEqual([]);
    const { run: end } = play(resumed.run, seen(shown("c0", "Succeeded")));
    expect(end.clusters[0]).toMatchObject({ phase: "succeeded" });
  });

  it("does not take a reconciliation at the same moment for a change that was never answered", () => {
    const act = { kind: "change", about: "kubernetes-version", patch: { spec: {} } } as const;
    const unanswered = sampleBulkCluster("c0", {
      phase: "unanswered",
      act,
      before: rowSnapshot(idleFleetRow("c0")),
      sentAt: now,
    });
    const run = sampleBulkRun(1, { status: "running", clusters: [unanswered] });
    expect(phasesOf(play(run, seen(shown("c0", "Succeeded"))).run)).toEqual(["unanswered"]);
    const late = advanceBulkRun(run, seen(shown("c0", "Succeeded")), now + 11 * 60_000);
    expect(late.run.clusters[0]).toMatchObject({ phase: "failed", message: expect.stringContaining("may not have") });
  });

  it("a cluster that left the fleet is a failure", () => {
    const sent = play(sending, accepted("c0")).run;
    const { run } = play(sent, { type: "seen", rowOf: () => undefined });
    expect(run.clusters[0]).toMatchObject({ phase: "failed", message: expect.stringContaining("no longer there") });
  });
});
