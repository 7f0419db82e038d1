import { describe, expect, it, test } from "vitest";
import type { Shoot } from "#lib/garden/shoot.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import type { ForecastStep } from "#lib/policy/forecast/component-forecast.ts";
import type { ForecastVariant } from "#lib/policy/forecast/forecast-result.ts";
import type { WindowFacts } from "#lib/policy/next/forecast-window.ts";
import { nextWindowPlan } from "./next-window-plan.ts";

const window = { beginAt: Date.parse("2026-11-24T21:00:00Z"), usableEndAt: Date.parse("2026-11-24T21:45:00Z") };
const neverAutomatic = "Rotate the certificate authorities or the ServiceAccount signing key: that is never automatic.";

function shootWith(more: { readonly spec?: object; readonly status?: object; readonly metadata?: object } = {}): Shoot {
  return {
    metadata: { name: "any", generation: 2, ...more.metadata },
    spec: {
      seedName: "any-seed",
      kubernetes: { version: "1.35.5" },
      provider: { type: "gcp", workers: [{ name: "data", machine: { type: "large" } }] },
      ...more.spec,
    },
    status: { observedGeneration: 2, lastOperation: { type: "Reconcile", state: "Succeeded" }, ...more.status },
  };
}

const hop: ForecastStep = {
  from: "1.35.5",
  to: "1.35.6",
  kind: "auto",
  cause: { code: "auto-newer-patch", targetClassification: "supported", notBecause: [] },
  earliestAt: window.beginAt,
  latestAt: window.usableEndAt,
  path: "both",
  effects: [{ kind: "kubelet-restart", pools: ["data"] }],
  cleanups: [],
  confidence: "dated",
};

function outlookWith(hops: readonly ForecastStep[]): ForecastVariant {
  const lane = { id: { kind: "control-plane" }, version: "1.35.5", followsControlPlane: false } as const;
  return { lanes: [{ ...lane, hops, deadEnds: [], finalVersions: [] }], rejections: [] };
}

function planOf(shoot: Shoot, outlook: ForecastVariant | undefined, more: Partial<WindowFacts> = {}) {
  return nextWindowPlan(shoot, outlook, window, {
    view: {},
    changesHeld: false,
    nowMs: window.beginAt - dayMs / 2,
    ...more,
  });
}

const step = "Control plane: 1.35.5 to 1.35.6. The kubelets restart in pool data; no node is replaced.";

describe("what the next window does to versions", () => {
  it("is certain when the step is over by its end", () => {
    const plan = planOf(shootWith(), outlookWith([hop]));
    expect(plan).toEqual({ will: [step, "Reconcile the cluster."], may: [], willNot: [neverAutomatic] });
  });
  it("depends on the moment when the step may also come a day later", () => {
    const plan = planOf(shootWith(), outlookWith([{ ...hop, latestAt: window.usableEndAt + dayMs }]));
    expect([plan.will, plan.may]).toEqual([["Reconcile the cluster."], [step]]);
  });
  it("is nothing of what comes later", () => {
    const later = { ...hop, earliestAt: window.beginAt + dayMs, latestAt: window.usableEndAt + dayMs };
    expect(planOf(shootWith(), outlookWith([later])).will).toEqual(["Reconcile the cluster."]);
  });
  it("is not guessed where nothing could be foreseen", () => {
    expect(planOf(shootWith(), undefined).will).toEqual(["Reconcile the cluster."]);
  });
});

test("a dead end that holds by then is among what it will not do", () => {
  const outlook = outlookWith([]);
  const [lane] = outlook.lanes;
  if (lane === undefined) throw new Error("no lane");
  const deadEnd = {
    code: "no-next-minor",
    version: "1.35.5",
    fromAt: window.beginAt,
    sign: "reported-as-failed",
    remedies: [],
    confidence: "conditional",
  } as const;
  const plan = planOf(shootWith(), { ...outlook, lanes: [{ ...lane, deadEnds: [deadEnd] }] });
  expect(plan.willNot[0]).toMatch(/^1\.35\.5 expires, and the profile lacks the next minor/);
});

const failed = { lastOperation: { type: "Reconcile", state: "Failed" } };

test("a Failed cluster is not reconciled in a window that changes no version, and what is scheduled waits", () => {
  const scheduled = { annotations: { "maintenance.gardener.cloud/operation": "rotate-ssh-keypair" } };
  const plan = planOf(shootWith({ status: failed, metadata: scheduled }), outlookWith([]));
  expect(plan.will).toEqual([]);
  expect(plan.willNot[0]).toBe(
    "Reconcile: the last operation is Failed and needs a retry. What is scheduled for the window waits, too.",
  );
});

test("a new version wakes Gardener for a Failed cluster, without a retry", () => {
  const plan = planOf(shootWith({ status: failed }), outlookWith([hop]));
  expect(plan.will).toEqual([step, expect.stringMatching(/^Try the failed operation again: the new version/)]);
  expect(plan.willNot).toEqual([neverAutomatic]);
});

test("a Failed cluster that confines changes gets the new version in its specification only", () => {
  const spec = { maintenance: { confineSpecUpdateRollout: true } };
  const plan = planOf(shootWith({ status: failed, spec }), outlookWith([hop]));
  expect(plan.will).toEqual(["Control plane: 1.35.5 to 1.35.6, in the specification only."]);
  expect(plan.willNot[0]).toMatch(/needs a retry\. New versions stand in the specification only until then\.$/);
});

test("a cluster that Gardener is told to ignore gets a specification that nobody rolls out", () => {
  const annotations = { "shoot.gardener.cloud/ignore": "true" };
  const plan = planOf(shootWith({ metadata: { namespace: "garden", annotations } }), outlookWith([hop]));
  expect(plan.will).toEqual(["Control plane: 1.35.5 to 1.35.6, in the specification only."]);
  expect(plan.willNot[0]).toBe("Roll anything out: Gardener is told to ignore the cluster.");
  const elsewhere = planOf(shootWith({ metadata: { namespace: "garden-dev", annotations } }), outlookWith([hop]));
  expect(elsewhere.will).toEqual([step, "Reconcile the cluster."]);
  expect(elsewhere.may).toEqual([expect.stringMatching(/^Gardener rolls nothing out, if the operator lets/)]);
});

test("what the garden refuses as a whole is nothing that a window will do", () => {
  const plan = planOf(
    shootWith({ status: { lastOperation: { type: "Migrate", state: "Processing" } } }),
    outlookWith([hop]),
  );
  expect(plan.will).toEqual([]);
  expect(plan.may[0]).toBe(step);
  expect(plan.willNot[0]).toMatch(/^Anything while the control plane moves to another Seed/);
});

test("a cluster whose lifetime ends before the window is not maintained", () => {
  const annotations = { "shoot.gardener.cloud/expiration-timestamp": "2026-11-24T12:00:00Z" };
  const plan = planOf(
    shootWith({ metadata: { annotations }, spec: { credentialsBindingName: "any" } }),
    outlookWith([hop]),
  );
  expect([plan.will, plan.may]).toEqual([[], []]);
  expect(plan.willNot).toEqual([expect.stringMatching(/^Maintain the cluster: its lifetime ends on .*24 Nov/)]);
});

test("changes that Gardener begins with now do not wait for the window", () => {
  const spec = { maintenance: { confineSpecUpdateRollout: true } };
  const plan = planOf(shootWith({ metadata: { generation: 3 }, spec }), outlookWith([]));
  expect(plan.willNot[0]).toBe("Roll out the changes that wait: Gardener begins with them now, not in the window.");
});

test("scheduled operations, held-back changes and due rotations come with it", () => {
  const plan = planOf(
    shootWith({
      metadata: {
        creationTimestamp: "2026-01-01T00:00:00Z",
        annotations: { "maintenance.gardener.cloud/operation": "rotate-ca-start" },
      },
      spec: {
        maintenance: {
          confineSpecUpdateRollout: true,
          autoRotation: { credentials: { observability: { rotationPeriod: "720h" } } },
        },
      },
    }),
    outlookWith([]),
    { changesHeld: true },
  );
  expect(plan.will).toEqual([
    "Reconcile the cluster.",
    "Roll out the changes of the specification that wait for the window.",
    "Run the scheduled operation rotate-ca-start.",
    "Rotate the observability passwords, which is due automatically.",
  ]);
});

test("switches that are off are named, those of images only where there are pools", () => {
  const autoUpdate = { kubernetesVersion: false, machineImageVersion: false };
  const off = shootWith({ spec: { maintenance: { autoUpdate } } });
  expect(planOf(off, outlookWith([])).willNot).toEqual([
    "Kubernetes: no update (automatic updates are off).",
    "Machine images: no update (automatic updates are off).",
    neverAutomatic,
  ]);
  const workerless = shootWith({ spec: { maintenance: { autoUpdate }, provider: { type: "gcp" } } });
  expect(planOf(workerless, outlookWith([])).willNot).toHaveLength(2);
});

test("a cluster in deletion is not maintained at all", () => {
  const plan = planOf(shootWith({ metadata: { deletionTimestamp: "2026-11-20T00:00:00Z" } }), outlookWith([hop]));
  expect([plan.will, plan.may]).toEqual([[], []]);
  expect(plan.willNot).toHaveLength(1);
});
