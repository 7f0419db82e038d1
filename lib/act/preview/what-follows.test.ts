import { describe, expect, test } from "vitest";
import type { Act } from "#lib/contract/act.ts";
import type { Shoot, ShootSpec } from "#lib/garden/shoot.ts";
import type { SeedFacts } from "#lib/policy/next/seed-facts.ts";
import abortedCreate from "#lib/testing/reports/aborted-create.json" with { type: "json" };
import abortedReconcile from "#lib/testing/reports/aborted-reconcile.json" with { type: "json" };
import confinedPool from "#lib/testing/reports/confined-pool.json" with { type: "json" };
import etcdHibernated from "#lib/testing/reports/etcd-hibernated.json" with { type: "json" };
import etcdWaking from "#lib/testing/reports/etcd-waking.json" with { type: "json" };
import missedSchedule from "#lib/testing/reports/missed-schedule.json" with { type: "json" };
import selfTermination from "#lib/testing/reports/self-termination.json" with { type: "json" };
import { evaluateAct } from "../plan/evaluate-act.ts";
import { samplePreviewInput } from "../plan/preview-input.fixture.ts";
import { composePreview } from "./compose-preview.ts";

const now = Date.parse("2026-11-27T06:00:00Z");
const seedFacts: SeedFacts = { name: "aws-eu1", stopped: false, release: "v1.150.0" };

type Reported = { readonly shoots: readonly Shoot[] };
interface Differing {
  readonly metadata?: Partial<Shoot["metadata"]>;
  readonly spec?: Partial<ShootSpec>;
  readonly status?: Shoot["status"];
}

/** A Shoot that is scheduled, created and up to date, as reported in a bug, with a test's changes. */
function stored({ shoots: [shoot] }: Reported, { metadata, spec, status }: Differing = {}): Shoot {
  if (shoot === undefined) throw new Error("no Shoot");
  return {
    ...shoot,
    metadata: {
      generation: 4,
      finalizers: ["gardener"],
      creationTimestamp: "2026-10-01T00:00:00Z",
      ...shoot.metadata,
      ...metadata,
    },
    spec: { ...shoot.spec, seedName: "aws-eu1", ...spec },
    status: {
      uid: "1-2-3",
      seedName: "aws-eu1",
      observedGeneration: 4,
      gardener: { version: "v1.150.0" },
      ...shoot.status,
      ...status,
    },
  };
}

function previewOf(act: Act, shoot: Shoot, seed: Partial<SeedFacts> = {}) {
  const world = samplePreviewInput(act, shoot, { now, view: { seed: { ...seedFacts, ...seed } } });
  return composePreview(world, evaluateAct(world), { verdict: "not-run", causes: [], warnings: [] });
}
const ids = (findings: readonly { readonly id: string }[]) => findings.map(({ id }) => id);

const operation = (id: string): Act => ({ kind: "operation", id, when: "now" });
const change = (about: Extract<Act, { kind: "change" }>["about"], spec: Record<string, unknown>): Act => {
  return { kind: "change", about, patch: { spec } };
};
const schedules = (...list: object[]) => change("hibernation-schedules", { hibernation: { schedules: list } });
const hibernate = change("hibernation", { hibernation: { enabled: true } });
const wakeUp = change("hibernation", { hibernation: { enabled: false } });
const maximum = (shoot: Shoot, most: number) =>
  change("pool-settings", {
    provider: { workers: shoot.spec.provider.workers?.map((pool) => ({ ...pool, maximum: most })) },
  });
const last = (state: string, type = "Reconcile") => ({
  lastOperation: { type, state, lastUpdateTime: "2026-11-27T05:00:00Z" },
});
const lastCheck = (act: Act, shoot: Shoot, seed?: Partial<SeedFacts>) =>
  previewOf(act, shoot, seed).checks.find(({ id }) => id === "last-operation")?.sentence;

describe("a schedule that is saved after its time", () => {
  const shoot = stored(missedSchedule);
  const halfPastFive = { start: "30 5 * * *", location: "UTC" };

  test("sends the cluster to sleep at once, and the preview says so as it does for Hibernate", () => {
    const preview = previewOf(schedules(halfPastFive), shoot);
    expect(preview.sentence).toBe(
      "Change the hibernation schedules now; the cluster goes to sleep at once, and all nodes go.",
    );
    expect(preview.pools).toEqual(previewOf(hibernate, shoot).pools);
    expect(preview.when.notes).toMatchObject([{ id: "schedule-executed", field: "spec.hibernation.schedules" }]);
    expect(preview.when.notes[0]?.sentence).toContain("passed 30 min ago");
    expect(preview.friction).toEqual(previewOf(hibernate, shoot).friction);
  });

  test("of production asks for the same consent as Hibernate", () => {
    const production = stored(missedSchedule, { spec: { purpose: "production" } });
    const { friction } = previewOf(schedules(halfPastFive), production);
    expect(ids(friction.consequences)).toContain("asleep");
    expect(friction).toEqual(previewOf(hibernate, production).friction);
  });

  test.each([
    ["by a change of location", { start: "30 6 * * *", location: "Europe/Berlin" }],
    ["with another one that was edited", { start: "30 5 * * *", end: "0 18 * * *", location: "UTC" }],
  ])("%s", (_, schedule) => {
    const before = stored(missedSchedule, {
      spec: { hibernation: { schedules: [{ start: "30 6 * * *", location: "UTC" }] } },
    });
    expect(ids(previewOf(schedules(schedule), before).when.notes)).toContain("schedule-executed");
  });

  test("wakes a sleeping cluster when the time was one to wake up", () => {
    const asleep = stored(missedSchedule, {
      spec: { hibernation: { enabled: true } },
      status: { hibernated: true },
    });
    const preview = previewOf(schedules({ end: "30 5 * * *" }), asleep);
    expect(preview.sentence).toContain("the cluster wakes up at once");
    expect(preview.pools.map(({ effect }) => effect)).toEqual(["wokenUp"]);
  });

  test.each<[string, Act, Differing]>([
    ["a time that is more than two hours ago", schedules({ start: "30 3 * * *" }), {}],
    [
      "a time from before the creation",
      schedules(halfPastFive),
      { metadata: { creationTimestamp: "2026-11-27T05:45:00Z" } },
    ],
    [
      "a time from before the last one that was executed",
      schedules(halfPastFive),
      { status: { lastHibernationTriggerTime: "2026-11-27T05:40:00Z" } },
    ],
    ["a time to sleep of a cluster that sleeps", schedules(halfPastFive), { spec: { hibernation: { enabled: true } } }],
  ])("%s does nothing now", (_, act, differs) => {
    const preview = previewOf(act, stored(missedSchedule, differs));
    expect(ids(preview.when.notes)).not.toContain("schedule-executed");
    expect(preview.pools.map(({ effect }) => effect)).not.toContain("wokenUp");
  });

  test("that the garden refuses to execute is tried for two hours", () => {
    const constraints = [{ type: "HibernationPossible", status: "False" }];
    const preview = previewOf(schedules(halfPastFive), stored(missedSchedule, { status: { constraints } }));
    expect(preview.decision).toBe("allow");
    expect(ids(preview.when.notes)).toEqual(["schedule-refused"]);
    expect(preview.sentence).not.toContain("goes to sleep");
  });

  test("takes changes along that wait for the window, for confinement does not hold hibernation back", () => {
    const confined = stored(missedSchedule, {
      spec: { maintenance: { confineSpecUpdateRollout: true } },
      metadata: { managedFields: [{ time: "2026-11-27T05:00:00Z", fieldsV1: { "f:spec": {} } }] },
    });
    const { when, friction, hints } = previewOf(schedules(halfPastFive), confined);
    expect(when.at).toBe("now");
    expect(ids(hints)).toContain("confined-changes-roll-out");
    expect(ids(friction.consequences)).toEqual(["held-back", "asleep"]);
  });
});

describe("an interrupted operation", () => {
  test.each([abortedReconcile, abortedCreate])("is taken up again by itself, and is not failed", (report) => {
    const shoot = stored(report);
    const type = shoot.status?.lastOperation?.type;
    expect(lastCheck(operation("reconcile"), shoot)).toBe(
      `${type} was interrupted by a restart of Gardener, which takes it up again; the request goes with it.`,
    );
    expect(lastCheck(operation("reconcile"), shoot, { stopped: true })).toBe(
      `${type} is not finished, and does not go on for now.`,
    );
  });
});

describe("a cluster that confines its changes", () => {
  const confined = stored(confinedPool);
  const held = stored(confinedPool, {
    metadata: { managedFields: [{ time: "2026-11-27T05:00:00Z", fieldsV1: { "f:spec": {} } }] },
  });

  test("rolls a change of a pool out in its window", () => {
    const { when } = previewOf(maximum(confined, 5), confined);
    expect(when.at).toBe("maintenance-window");
    expect(ids(when.notes)).toEqual(["confined-rollout"]);
  });

  test.each<[string, Act, Differing]>([
    ["reconcile", operation("reconcile"), {}],
    ["a rotation", operation("rotate-ca-start-without-workers-rollout"), {}],
    ["maintenance", operation("maintain"), {}],
    ["hibernating", hibernate, {}],
    ["waking up", wakeUp, { spec: { hibernation: { enabled: true } } }],
    [
      "letting changes out at once",
      change("spec-update-rollout", { maintenance: { confineSpecUpdateRollout: false } }),
      {},
    ],
  ])("rolls waiting changes out with %s, and that is ticked", (_, act, differs) => {
    const shoot = stored(confinedPool, {
      ...differs,
      metadata: { ...held.metadata },
      spec: { ...held.spec, ...differs.spec },
    });
    const { hints, friction } = previewOf(act, shoot);
    expect(ids(hints)).toContain("confined-changes-roll-out");
    expect(ids(friction.consequences)).toContain("held-back");
  });

  test("has a retry take them along, which costs no more for it", () => {
    const failed = stored(confinedPool, { status: last("Failed") });
    const { hints, friction } = previewOf(operation("retry"), failed);
    expect(ids(hints)).toContain("confined-changes-roll-out");
    expect(friction.tier).toBe("popover");
  });

  test("rolls nothing else out by a wish for the window, or by labels", () => {
    const labelled: Act = { kind: "change", about: "manifest", patch: { metadata: { labels: { team: "a" } } } };
    for (const act of [{ ...operation("reconcile"), when: "in-window" } as const, labelled]) {
      expect(ids(previewOf(act, held).hints)).not.toContain("confined-changes-roll-out");
    }
  });

  test("does not make wait what only the controller-manager reads", () => {
    const act = change("auto-update", { maintenance: { autoUpdate: { kubernetesVersion: true } } });
    expect(previewOf(act, confined).when.at).toBe("now");
    expect(previewOf(schedules({ start: "0 20 * * *" }), confined).when.at).toBe("now");
  });

  test("takes a change along with the attempt that comes anyway", () => {
    const retrying = stored(confinedPool, { status: last("Error") });
    expect(previewOf(maximum(retrying, 5), retrying).when.at).toBe("now");
  });

  test("that has failed stays failed after a change, with a specification ahead of the cluster", () => {
    const failed = stored(confinedPool, { status: last("Failed") });
    expect(lastCheck(maximum(failed, 5), failed)).toContain("with a specification ahead of the cluster");
  });
});

describe("a failed operation", () => {
  const failed = stored(missedSchedule, { status: last("Failed") });

  test("is tried again with any change of the specification", () => {
    expect(lastCheck(maximum(failed, 5), failed)).toBe("Reconcile has failed; with this request Gardener tries again.");
    expect(lastCheck(operation("retry"), failed)).toBe("Reconcile has failed; with this request Gardener tries again.");
  });

  test("is about to be tried again when gardenlet is newer or a change waits", () => {
    const waiting = stored(missedSchedule, { status: last("Failed"), metadata: { generation: 5 } });
    expect(lastCheck(operation("reconcile"), waiting)).toContain("about to try again");
    expect(lastCheck(operation("reconcile"), failed, { release: "v1.151.0" })).toContain("about to try again");
  });

  test("stays as it is where nothing is changed", () => {
    expect(lastCheck(operation("reconcile"), failed)).toBe(
      "Reconcile has failed; Gardener does nothing until it is retried.",
    );
  });

  test("has its schedules executed at once, for the change of them makes Gardener try again", () => {
    const preview = previewOf(schedules({ start: "30 5 * * *" }), failed);
    expect(ids(preview.when.notes)).toContain("schedule-executed");
  });
});

describe("what is held back", () => {
  const shoot = stored(missedSchedule);
  const ignored = { "shoot.gardener.cloud/ignore": "true" };
  test.each<[string, Shoot, Partial<SeedFacts>, string]>([
    ["ignored", stored(missedSchedule, { metadata: { namespace: "garden", annotations: ignored } }), {}, "ignored"],
    ["on a stopped Seed", shoot, { stopped: true }, "emergency-stop"],
    ["on a Seed whose gardenlet is silent", shoot, { silentSince: "2026-11-27T05:00:00Z" }, "seed-silent"],
    ["on a Seed that is not ready", shoot, { problem: "conditions" }, "seed-not-ready"],
  ])("%s: every request is accepted, and nothing happens until that is over", (_, held, seed, reason) => {
    const acts: readonly Act[] = [
      operation("reconcile"),
      operation("maintain"),
      maximum(held, 5),
      hibernate,
      { kind: "delete" },
    ];
    for (const act of acts) {
      const { decision, reasons } = previewOf(act, held, seed);
      expect([act.kind, decision, ids(reasons)]).toEqual([act.kind, "latent", [reason]]);
      expect(reasons[0]?.sentence).toMatch(/the request is accepted, and nothing happens until/);
    }
  });

  test("a deletion of what was never built goes through", () => {
    const unbuilt = stored(missedSchedule, { status: { uid: "" } });
    expect(previewOf({ kind: "delete" }, unbuilt, { stopped: true }).decision).toBe("allow");
  });

  test("an annotation outside the namespace garden only may have an effect", () => {
    const perhaps = stored(missedSchedule, { metadata: { annotations: ignored } });
    const { decision, hints } = previewOf(operation("reconcile"), perhaps);
    expect([decision, ids(hints)]).toEqual(["allow", ["perhaps-ignored"]]);
  });

  test("a cluster that leaves its Seed: changes are refused, and operations wait for the end of the move", () => {
    const leaving = stored(missedSchedule, { spec: { seedName: "aws-eu2" } });
    const refused = previewOf(maximum(leaving, 5), leaving);
    expect([refused.decision, refused.reasons[0]?.id]).toEqual(["deny", "migration-or-restore"]);
    expect(previewOf(operation("reconcile"), leaving)).toMatchObject({
      decision: "latent",
      reasons: [{ id: "leaving-seed" }],
    });
  });
});

describe("maintenance now", () => {
  test("is refused as a whole while the cluster wakes up and a rotation of the etcd key is due", () => {
    const preview = previewOf(operation("maintain"), stored(etcdWaking));
    expect(preview).toMatchObject({ decision: "latent", reasons: [{ id: "run-refused-while-waking" }], pools: [] });
    expect(preview.reasons[0]?.sentence).toContain("rotate-etcd-encryption-key");
  });

  test("leaves the etcd key alone while the cluster sleeps, since 1.149", () => {
    const hibernated = stored(etcdHibernated);
    const { decision, afterwards } = previewOf(operation("maintain"), hibernated);
    expect([decision, ids(afterwards)]).toEqual(["allow", ["etcd-skipped-asleep"]]);
    const earlier = stored(etcdHibernated, { status: { gardener: { version: "v1.148.0" } } });
    expect(previewOf(operation("maintain"), earlier)).toMatchObject({
      decision: "latent",
      reasons: [{ id: "run-refused-while-asleep" }],
    });
  });

  test("names the rotations that are due", () => {
    const awake = stored(etcdHibernated, { spec: { hibernation: null }, status: { hibernated: false } });
    expect(ids(previewOf(operation("maintain"), awake).afterwards)).toEqual(["run-rotates-etcdEncryptionKey"]);
  });

  test("says beside its checks that the last run failed and why, if it did", () => {
    const lastMaintenance = { triggeredTime: "2026-11-26T01:00:00Z", failureReason: "the image has no successor" };
    const checksAfter = (state: string, act = operation("maintain")) =>
      previewOf(act, stored(missedSchedule, { status: { lastMaintenance: { ...lastMaintenance, state } } })).checks;
    expect(checksAfter("Failed")).toContainEqual({
      ...{ id: "last-maintenance", verdict: "warn", enforced: false },
      sentence: "The last maintenance on 26 Nov 2026 failed: “the image has no successor”. The next run tries again.",
    });
    expect(ids(checksAfter("Succeeded"))).not.toContain("last-maintenance");
    expect(ids(checksAfter("Failed", operation("reconcile")))).not.toContain("last-maintenance");
  });

  test("of a failed cluster does nothing, unless it is marked for a retry", () => {
    const failed = stored(missedSchedule, { status: last("Failed") });
    expect(previewOf(operation("maintain"), failed).decision).toBe("latent");
    const annotations = { "maintenance.shoot.gardener.cloud/needs-retry-operation": "true" };
    const marked = stored(missedSchedule, { status: last("Failed"), metadata: { annotations } });
    expect(previewOf(operation("maintain"), marked).decision).toBe("allow");
  });
});

describe("the end of a cluster's lifetime", () => {
  test("is said before waking up or updating shortly before it", () => {
    const shoot = stored(selfTermination);
    const told = previewOf(maximum(shoot, 5), shoot).checks.find(({ id }) => id === "lifetime");
    expect(told).toMatchObject({ verdict: "warn", sentence: expect.stringContaining("28 Nov 2026, 02:00") });
    expect(ids(previewOf({ kind: "delete" }, shoot).checks)).not.toContain("lifetime");
  });

  test("before a window is said of what waits for it", () => {
    const annotations = { "shoot.gardener.cloud/expiration-timestamp": "2026-11-27T12:00:00Z" };
    const shoot = stored(confinedPool, { metadata: { annotations } });
    const told = previewOf(maximum(shoot, 5), shoot).checks.find(({ id }) => id === "lifetime");
    expect(told?.sentence).toContain("before the window begins");
  });
});
