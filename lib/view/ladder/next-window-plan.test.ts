import { describe, expect, it, test } from "vitest";
import type { Shoot } from "#lib/garden/shoot.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import type { Outlook } from "#lib/policy/forecast/forecast-result.ts";
import type { Hop } from "#lib/policy/forecast/lane.ts";
import { nextWindowPlan } from "./next-window-plan.ts";

const window = { beginAt: Date.parse("2026-11-24T21:00:00Z"), usableEndAt: Date.parse("2026-11-24T21:45:00Z") };
const neverAutomatic = "Rotate the certificate authorities or the ServiceAccount signing key: that is never automatic.";

function shootWith(more: { readonly spec?: object; readonly status?: object; readonly metadata?: object } = {}): Shoot {
  return {
    metadata: { name: "any", generation: 2, ...more.metadata },
    spec: {
      kubernetes: { version: "1.35.5" },
      provider: { type: "gcp", workers: [{ name: "data", machine: { type: "large" } }] },
      ...more.spec,
    },
    status: { observedGeneration: 2, lastOperation: { type: "Reconcile", state: "Succeeded" }, ...more.status },
  };
}

const hop: Hop = {
  from: "1.35.5",
  to: "1.35.6",
  kind: "auto",
  cause: { code: "auto-newer-patch", targetClassification: "supported", notBecause: [] },
  earliestAt: window.beginAt,
  latestAt: window.usableEndAt,
  path: "both",
  effects: [{ kind: "kubelet-restart", pools: ["data"] }],
  cleanUps: [],
  confidence: "dated",
};

function outlookWith(hops: readonly Hop[]): Outlook {
  const lane = { id: { kind: "control-plane" }, version: "1.35.5", followsControlPlane: false } as const;
  return { lanes: [{ ...lane, hops, deadEnds: [], finalVersions: [] }], rejections: [] };
}

const step = "Control plane: 1.35.5 to 1.35.6. The kubelets restart in pool data; no node is replaced.";

describe("what the next window does to versions", () => {
  it("is certain when the step is over by its end", () => {
    const plan = nextWindowPlan(shootWith(), outlookWith([hop]), window);
    expect(plan).toEqual({ will: [step, "Reconcile the cluster."], may: [], willNot: [neverAutomatic] });
  });
  it("depends on the moment when the step may also come a day later", () => {
    const plan = nextWindowPlan(shootWith(), outlookWith([{ ...hop, latestAt: window.usableEndAt + dayMs }]), window);
    expect([plan.will, plan.may]).toEqual([["Reconcile the cluster."], [step]]);
  });
  it("is nothing of what comes later", () => {
    const later = { ...hop, earliestAt: window.beginAt + dayMs, latestAt: window.usableEndAt + dayMs };
    expect(nextWindowPlan(shootWith(), outlookWith([later]), window).will).toEqual(["Reconcile the cluster."]);
  });
  it("is not guessed where nothing could be foreseen", () => {
    expect(nextWindowPlan(shootWith(), undefined, window).will).toEqual(["Reconcile the cluster."]);
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
  const plan = nextWindowPlan(shootWith(), { ...outlook, lanes: [{ ...lane, deadEnds: [deadEnd] }] }, window);
  expect(plan.willNot[0]).toMatch(/^1\.35\.5 expires, and the profile lacks the next minor/);
});

test("a Failed cluster is not reconciled, and what is scheduled waits", () => {
  const plan = nextWindowPlan(
    shootWith({
      status: { lastOperation: { type: "Reconcile", state: "Failed" } },
      metadata: { annotations: { "maintenance.gardener.cloud/operation": "rotate-ssh-keypair" } },
    }),
    outlookWith([hop]),
    window,
  );
  expect(plan.will).toEqual([step]);
  expect(plan.willNot[0]).toBe(
    "Reconcile: the last operation is Failed and needs a retry. What is scheduled for the window waits, too.",
  );
});

test("scheduled operations, held-back changes and due rotations come with it", () => {
  const plan = nextWindowPlan(
    shootWith({
      metadata: {
        generation: 3,
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
    window,
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
  expect(nextWindowPlan(off, outlookWith([]), window).willNot).toEqual([
    "Kubernetes: no update (automatic updates are off).",
    "Machine images: no update (automatic updates are off).",
    neverAutomatic,
  ]);
  const workerless = shootWith({ spec: { maintenance: { autoUpdate }, provider: { type: "gcp" } } });
  expect(nextWindowPlan(workerless, outlookWith([]), window).willNot).toHaveLength(2);
});

test("a cluster in deletion is not maintained at all", () => {
  const plan = nextWindowPlan(
    shootWith({ metadata: { deletionTimestamp: "2026-11-20T00:00:00Z" } }),
    outlookWith([hop]),
    window,
  );
  expect([plan.will, plan.may]).toEqual([[], []]);
  expect(plan.willNot).toHaveLength(1);
});
