import { describe, expect, test } from "vitest";
import type { Shoot, ShootSpec, ShootStatus, Worker } from "#lib/garden/shoot.ts";
import { operationShootWith } from "../operations/operation-shoot.fixture.ts";
import { summariseOperation, summariseReportedMaintenance } from "./summarise-operation.ts";

const now = Date.parse("2026-03-02T03:00:00Z");
const context = { now };
const triggeredTime = "2026-03-02T01:00:00Z";
const ended = "2026-03-02T01:31:00Z";

function poolWith(name: string, more: Partial<Worker> = {}, image = "1.0.0"): Worker {
  return {
    name,
    machine: { type: "m", image: { name: "gardenlinux", version: image } },
    minimum: 2,
    maximum: 2,
    ...more,
  };
}

interface State {
  readonly version?: string;
  readonly pools?: readonly Worker[];
  readonly spec?: Partial<ShootSpec>;
  readonly status?: Partial<ShootStatus>;
  readonly writer?: { readonly manager: string; readonly time: string };
}

function shootWith({ version = "1.33.2", pools = [poolWith("a"), poolWith("b")], spec, status, writer }: State): Shoot {
  return operationShootWith({
    metadata: {
      ...(writer && { managedFields: [{ ...writer, fieldsV1: { "f:spec": {} } }] }),
    },
    spec: { kubernetes: { version }, provider: { type: "local", workers: pools }, ...spec },
    status: {
      observedGeneration: 2,
      lastOperation: { type: "Reconcile", state: "Succeeded", lastUpdateTime: "2026-03-01T01:00:00Z" },
      ...status,
    },
  });
}

const done = { lastOperation: { type: "Reconcile", state: "Succeeded", lastUpdateTime: ended } };
const before = shootWith({});

const report = (entries: readonly string[], more: object = {}) => ({
  lastMaintenance: {
    description: `All maintenance operations successful. ${entries.join(", ")}`,
    triggeredTime,
    state: "Succeeded",
    ...more,
  },
});
const forcedMinor =
  'Control Plane: Updated Kubernetes version from "1.33.2" to "1.34.1". Reason: Kubernetes version expired - force update required';
const imageOfA =
  'Worker pool "a": Updated machine image "gardenlinux" from "1.0.0" to "2.0.0". Reason: Automatic update of the machine image version is configured (image update strategy: major)';

describe("a maintenance whose begin was seen", () => {
  test("tells versions from and to, whether they were forced, the nodes by the rules, and the time it took", () => {
    const after = shootWith({
      version: "1.34.1",
      pools: [poolWith("a", {}, "2.0.0"), poolWith("b")],
      status: { ...done, ...report([forcedMinor, imageOfA]) },
    });
    expect(summariseOperation({ before, after }, context)).toEqual({
      cause: { kind: "maintenance" },
      changes: [
        { kind: "version", from: "1.33.2", to: "1.34.1", forced: true },
        { kind: "version", pools: ["a"], image: "gardenlinux", from: "1.0.0", to: "2.0.0", forced: false },
      ],
      pools: [
        { impact: "rollingUpdate", triggers: ["kubernetesMinor", "image"], pools: ["a"], nodes: 2 },
        { impact: "rollingUpdate", triggers: ["kubernetesMinor"], pools: ["b"], nodes: 2 },
      ],
      outcome: { kind: "done" },
      failures: [],
      begunAt: triggeredTime,
      endedAt: ended,
      tasks: [],
    });
  });

  test("counts no nodes in pools whose size can vary", () => {
    const pools = (image: string) => [poolWith("a", { maximum: 5 }, image)];
    const after = shootWith({ pools: pools("2.0.0"), status: { ...done, ...report([imageOfA]) } });
    const summary = summariseOperation({ before: shootWith({ pools: pools("1.0.0") }), after }, context);
    expect(summary?.pools).toEqual([{ impact: "rollingUpdate", triggers: ["image"], pools: ["a"] }]);
  });

  test("names the fields that the new minor does not take", () => {
    const addons = { addons: { nginxIngress: { enabled: false } } };
    const status = { ...done, ...report([".spec.addons was removed. Reason: addons are not supported anymore"]) };
    const summary = summariseOperation(
      {
        before: shootWith({ version: "1.34.1", spec: { ...addons, kubernetes: { version: "1.34.1" } } }),
        after: shootWith({ version: "1.35.0", status }),
      },
      context,
    );
    expect(summary?.changes).toContainEqual({ kind: "field", field: "addons", effect: "removed" });
    expect(summary?.changes.some(({ kind }) => kind === "text")).toBe(false);
  });

  test("keeps what it does not know as Gardener wrote it", () => {
    const said = 'Removed feature gates from "spec.kubernetes.kubelet.featureGates" because they are odd: A, B';
    const after = shootWith({ status: { ...done, ...report([said, "Something new"]) } });
    expect(summariseOperation({ before, after }, context)?.changes).toEqual([
      { kind: "text", said: `${said}, Something new` },
    ]);
  });

  test("that the API server refused changed nothing, and ended when it was triggered", () => {
    const after = shootWith({
      status: {
        lastMaintenance: {
          ...{ description: "Maintenance failed", triggeredTime, state: "Failed" },
          failureReason: 'Updates to the Shoot failed to be applied: Shoot "x" is invalid',
        },
      },
    });
    expect(summariseOperation({ before, after }, context)).toMatchObject({
      changes: [],
      pools: [],
      outcome: { kind: "refused" },
      failures: ['Shoot "x" is invalid'],
      endedAt: triggeredTime,
    });
  });

  test("whose operation failed has its error codes and reasons, besides those of maintenance", () => {
    const after = shootWith({
      version: "1.34.1",
      status: {
        lastOperation: { type: "Reconcile", state: "Failed", lastUpdateTime: ended },
        lastErrors: [{ description: "no quota", codes: ["ERR_INFRA_QUOTA_EXCEEDED"] }],
        ...report([forcedMinor], { state: "Failed", failureReason: 'Worker pool "a": no image' }),
      },
    });
    expect(summariseOperation({ before, after }, context)).toMatchObject({
      outcome: { kind: "failed", codes: ["ERR_INFRA_QUOTA_EXCEEDED"] },
      failures: ['Worker pool "a": no image', "no quota"],
      endedAt: ended,
    });
  });

  test("is under way, without an end, until gardenlet has ended its work on the newest generation", () => {
    const status = { ...report([forcedMinor]) };
    const states: Partial<ShootStatus>[] = [
      {},
      { ...done, observedGeneration: 1 },
      { lastOperation: { type: "Reconcile", state: "Processing", lastUpdateTime: ended } },
      { lastOperation: { type: "Reconcile", state: "Error", lastUpdateTime: ended } },
    ];
    for (const state of states) {
      const after = shootWith({ version: "1.34.1", status: { ...state, ...status } });
      const summary = summariseOperation({ before, after }, context);
      expect(summary?.outcome).toEqual({ kind: "under-way" });
      expect(summary?.endedAt).toBeUndefined();
    }
  });
});

describe("a change that somebody wrote", () => {
  const writer = { manager: "kubectl-edit", time: "2026-03-02T01:10:00Z" };

  test("tells who wrote it and which pools rolled, also where no version changed", () => {
    const pools = [poolWith("a", { machine: { type: "large", image: { name: "gardenlinux", version: "1.0.0" } } })];
    const after = shootWith({ pools: [...pools, poolWith("b")], writer, status: done });
    expect(summariseOperation({ before, after }, context)).toMatchObject({
      cause: { kind: "change", by: "kubectl-edit" },
      changes: [],
      pools: [{ impact: "rollingUpdate", triggers: ["machineType"], pools: ["a"], nodes: 2 }],
      begunAt: writer.time,
      endedAt: ended,
    });
  });

  test("that somebody wrote while maintenance ran is named, and not told as from maintenance alone", () => {
    const status = { ...done, ...report([imageOfA]) };
    const large = { type: "large", image: { name: "gardenlinux", version: "1.0.0" } };
    const pools = [poolWith("a", {}, "2.0.0"), poolWith("b", { machine: large })];
    const after = shootWith({ pools, status });
    const summary = summariseOperation({ before, after, writers: [writer] }, context);
    expect(summary).toMatchObject({ cause: { kind: "maintenance" }, alsoBy: ["kubectl-edit"] });
    expect(summariseOperation({ before, after }, context)?.alsoBy).toBeUndefined();
  });

  test("has neither author nor time from a write that was there before", () => {
    const after = shootWith({ version: "1.33.4", writer, status: done });
    const summary = summariseOperation({ before: shootWith({ writer }), after }, context);
    expect(summary?.cause).toEqual({ kind: "unknown" });
    expect(summary?.begunAt).toBeUndefined();
  });

  test("replaces no node of a cluster that wakes up or goes to sleep with it", () => {
    const version = "1.34.1";
    const asleep = { hibernated: true };
    const waking = { before: shootWith({ status: asleep }), after: shootWith({ version, writer, status: done }) };
    const leaving = { before, after: shootWith({ version, writer, status: { ...done, ...asleep } }) };
    for (const each of [waking, leaving]) {
      expect(summariseOperation(each, context)?.pools.map(({ nodes }) => nodes)).toEqual([0]);
    }
  });

  test("has no author where managedFields name none", () => {
    const after = shootWith({ version: "1.33.4", status: done });
    const summary = summariseOperation({ before, after }, context);
    expect(summary?.cause).toEqual({ kind: "unknown" });
    expect(summary?.begunAt).toBeUndefined();
  });

  test("that only reconciles, or only changes the size of a pool, has no summary", () => {
    for (const pools of [undefined, [poolWith("a", { maximum: 4 }), poolWith("b")]]) {
      const after = shootWith({ ...(pools && { pools }), writer, status: done });
      expect(summariseOperation({ before, after }, context)).toBeUndefined();
    }
  });

  test("leaves pools behind that have an older minor of their own, which is still to do", () => {
    const pools = [poolWith("a", { kubernetes: { version: "1.33.2" } })];
    const summary = summariseOperation(
      { before: shootWith({ pools }), after: shootWith({ version: "1.34.1", pools, writer, status: done }) },
      context,
    );
    expect(summary?.tasks).toEqual([{ kind: "pool-behind", pools: ["a"], version: "1.33.2" }]);
  });
});

describe("a rotation", () => {
  const initiated = "2026-03-02T01:05:00Z";

  test("of the certificate authorities tells the step, the nodes that it replaced, and what people do next", () => {
    const certificateAuthorities = { phase: "Prepared", lastInitiationTime: initiated };
    const after = shootWith({ status: { ...done, credentials: { rotation: { certificateAuthorities } } } });
    expect(summariseOperation({ before, after }, context)).toMatchObject({
      cause: { kind: "rotation" },
      changes: [{ kind: "rotation", family: "certificateAuthorities", step: "ready-to-complete" }],
      pools: [{ impact: "rollingUpdate", triggers: ["caRotation"], pools: ["a", "b"], nodes: 4 }],
      begunAt: initiated,
      tasks: [{ kind: "rotation", family: "certificateAuthorities", wait: "update-clients-and-complete" }],
    });
  });

  test("of the SSH key pair is over in one step", () => {
    const sshKeypair = { lastInitiationTime: initiated, lastCompletionTime: ended };
    const after = shootWith({ status: { ...done, credentials: { rotation: { sshKeypair } } } });
    expect(summariseOperation({ before, after }, context)).toMatchObject({
      changes: [{ kind: "rotation", family: "sshKeypair", step: "done" }],
      tasks: [],
    });
  });
});

test("a rotation that is no longer reported, since access by SSH was switched off, is no change", () => {
  const sshKeypair = { lastInitiationTime: "2026-01-01T00:00:00Z", lastCompletionTime: "2026-01-01T00:10:00Z" };
  const rotated = shootWith({ status: { credentials: { rotation: { sshKeypair } } } });
  const after = shootWith({ version: "1.33.4", status: done });
  expect(summariseOperation({ before: rotated, after }, context)?.changes.map(({ kind }) => kind)).toEqual(["version"]);
});

describe("a maintenance whose begin was not seen", () => {
  const firstSeenAt = "2026-03-02T02:00:00Z";
  const shoot = shootWith({ version: "1.34.1", status: { ...done, ...report([forcedMinor, imageOfA]) } });

  test("tells what Gardener reports, since when the cluster is seen, and nothing about its end or nodes", () => {
    expect(summariseReportedMaintenance({ shoot, firstSeenAt, isOperationSeen: false }, context)).toEqual({
      cause: { kind: "maintenance" },
      changes: [
        { kind: "version", from: "1.33.2", to: "1.34.1", forced: true },
        { kind: "version", pools: ["a"], image: "gardenlinux", from: "1.0.0", to: "2.0.0", forced: false },
      ],
      pools: [],
      outcome: { kind: "unseen", failed: false },
      failures: [],
      begunAt: triggeredTime,
      tasks: [],
      firstSeenAt,
    });
  });

  test("tells its end where the operation that followed was seen to end", () => {
    const summary = summariseReportedMaintenance({ shoot, firstSeenAt, isOperationSeen: true }, context);
    expect(summary).toMatchObject({ outcome: { kind: "done" }, endedAt: ended, firstSeenAt });
  });

  test("has no summary where Gardener reports no maintenance", () => {
    const none = { shoot: before, firstSeenAt, isOperationSeen: false };
    expect(summariseReportedMaintenance(none, context)).toBeUndefined();
  });
});
