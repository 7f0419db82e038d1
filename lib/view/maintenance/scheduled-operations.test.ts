import { describe, expect, test } from "vitest";
import { operationShootWith } from "#lib/policy/operations/operation-shoot.fixture.ts";
import {
  describeScheduleBlocker,
  schedulableOperations,
  scheduleAct,
  scheduledOperations,
  unscheduleAct,
} from "./scheduled-operations.ts";

const now = Date.parse("2026-11-24T12:00:00Z");
const idsOf = (...given: Parameters<typeof schedulableOperations>) =>
  schedulableOperations(...given).map(({ id }) => id);

describe("what is scheduled", () => {
  test("every part of the annotation is named, in its order", () => {
    const shoot = operationShootWith({ planned: "rotate-ssh-keypair; rollout-workers=worker-1,worker-2" });
    expect(scheduledOperations(shoot).map(({ name }) => name)).toEqual([
      "Rotate the SSH key pair",
      "Roll pools: pools worker-1 and worker-2",
    ]);
  });

  test("an operation that this build does not know is shown as it is", () => {
    const [unknown] = scheduledOperations(operationShootWith({ planned: "polish-nodes" }));
    expect(unknown).toMatchObject({ text: "polish-nodes", name: "polish-nodes" });
  });

  test.each([undefined, "", " ; "])("%j schedules nothing", (planned) => {
    expect(scheduledOperations(operationShootWith(planned === undefined ? {} : { planned }))).toEqual([]);
  });

  test("is taken out by its verbatim text", () => {
    expect(unscheduleAct("rollout-workers=*")).toEqual({ kind: "unschedule", operation: "rollout-workers=*" });
  });
});

describe("what keeps the window from doing it", () => {
  test.each([
    ["a healthy cluster has no obstacle", {}, undefined],
    ["a failed cluster skips it", { status: { lastOperation: { type: "Reconcile", state: "Failed" } } }, /skips/],
    [
      "a failed cluster that is marked for a retry is only retried",
      {
        metadata: { annotations: { "maintenance.shoot.gardener.cloud/needs-retry-operation": "true" } },
        status: { lastOperation: { type: "Reconcile", state: "Failed" } },
      },
      /only retries it/,
    ],
    [
      "an ignored cluster waits",
      { metadata: { namespace: "garden", annotations: { "shoot.gardener.cloud/ignore": "true" } } },
      /told to ignore/,
    ],
    [
      "a cluster whose lifetime ends before the window has none",
      {
        metadata: { annotations: { "shoot.gardener.cloud/expiration-timestamp": "2026-11-24T12:30:00Z" } },
        spec: {
          credentialsBindingName: "a",
          maintenance: { timeWindow: { begin: "220000+0000", end: "230000+0000" } },
        },
      },
      /before the window/,
    ],
    ["one in error does not skip it", { status: { lastOperation: { type: "Reconcile", state: "Error" } } }, undefined],
    ["one that was never reconciled waits", { status: null }, /not worked on/],
    [
      "one in deletion has no maintenance",
      { metadata: { deletionTimestamp: "2026-11-24T10:00:00Z" } },
      /being deleted/,
    ],
  ])("%s", (_name, sketch, expected) => {
    const obstacle = describeScheduleBlocker(operationShootWith(sketch), {}, now);
    if (expected === undefined) expect(obstacle).toBeUndefined();
    else expect(obstacle).toMatch(expected);
  });
});

describe("what can be scheduled", () => {
  test("what must stand alone in its annotation is never offered", () => {
    const ids = idsOf(operationShootWith(), now);
    expect(ids).toContain("reconcile");
    expect(ids).not.toContain("retry");
    expect(ids).not.toContain("maintain");
    expect(ids).not.toContain("force-in-place-update");
  });

  test("what is scheduled already is not offered again", () => {
    expect(idsOf(operationShootWith({ planned: "reconcile" }), now)).not.toContain("reconcile");
  });

  test("what the garden would refuse now is there with its reason", () => {
    const shoot = operationShootWith({ spec: { hibernation: { enabled: true } }, status: { hibernated: true } });
    const start = schedulableOperations(shoot, now).find(({ id }) => id === "rotate-serviceaccount-key-start");
    expect(start?.refusal).toBe("This is not possible while the cluster is hibernated.");
  });

  test("without the right to patch everything is refused", () => {
    const all = schedulableOperations(operationShootWith(), now, { can: () => false });
    expect(all.length).toBeGreaterThan(0);
    expect(all.every(({ refusal }) => refusal !== undefined)).toBe(true);
  });

  test("pools are asked for where the operation names them", () => {
    const roll = schedulableOperations(operationShootWith(), now).find(({ id }) => id === "rollout-workers");
    expect(roll?.pools).toBe(true);
    expect(roll && scheduleAct(roll, [])).toBeUndefined();
    expect(roll && scheduleAct(roll, ["worker-1"])).toEqual({
      kind: "operation",
      id: "rollout-workers",
      when: "in-window",
      pools: ["worker-1"],
    });
  });
});
