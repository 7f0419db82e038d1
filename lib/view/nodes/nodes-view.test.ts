import { describe, expect, test } from "vitest";
import type { ClusterNode, NodeAct, NodesResponse } from "#lib/contract/nodes.ts";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { toClusterNode, toNodeEvent } from "#server/nodes/to-cluster-node.ts";
import { describeNodeActProgress, kubeletStartEventOf } from "./describe-node-act-progress.ts";
import {
  confirmationOfNodeAct,
  describeNodeAct,
  nodeActRequest,
  nodePatchOfAct,
  systemdUnitsOfAct,
} from "./node-act.ts";
import { findNodeActBlocker } from "./node-act-blocker.ts";
import { advanceNodeActProgress, isNodeActStillFollowed, startNodeActProgress } from "./node-act-progress.ts";
import { poolRows } from "./pool-rows.ts";
import { chosenSystemdUnits, findUnitsError } from "./units.ts";

function node(differs: Partial<ClusterNode> = {}): ClusterNode {
  return {
    name: "n1",
    uid: "u1",
    resourceVersion: "7",
    pool: "data",
    ready: { status: "True" },
    unschedulable: false,
    deleting: false,
    updateLabels: {},
    ...differs,
  };
}

const restart = (...units: string[]): NodeAct => ({ kind: "restart", units });
const candidate = { "node.machine.sapcloud.io/candidate-for-update": "true" };

describe("a Node from the wire", () => {
  test.each([undefined, null, "node", {}, { metadata: { name: "n1" } }, { metadata: { name: 1, uid: "u" } }])(
    "that has no name, UID or version is not shown: %j",
    (value) => {
      expect(toClusterNode(value)).toBeUndefined();
    },
  );

  test("a node with Gardener's taint waits for its critical components, another one does not", () => {
    const tainted = (key: string) =>
      toClusterNode({ metadata: { name: "n", uid: "u", resourceVersion: "1" }, spec: { taints: [null, { key }] } });
    expect(tainted("node.gardener.cloud/critical-components-not-ready")?.awaitsComponents).toBe(true);
    expect(tainted("node.kubernetes.io/unschedulable")?.awaitsComponents).toBeUndefined();
  });

  test("says what is missing instead of leaving it out", () => {
    const bare = { metadata: { name: "n1", uid: "u1", resourceVersion: "7", labels: { odd: 3 } }, status: "?" };
    expect(toClusterNode(bare)).toMatchObject({ ready: { status: "missing" }, updateLabels: {}, unschedulable: false });
  });

  test("keeps what acts depend on", () => {
    const full = {
      metadata: {
        name: "n1",
        uid: "u1",
        resourceVersion: "7",
        labels: { ...candidate, "worker.gardener.cloud/pool": "data" },
        annotations: {
          "worker.gardener.cloud/restart-systemd-services": "kubelet",
          "node.machine.sapcloud.io/preserve": "now",
        },
      },
      spec: { unschedulable: true },
      status: {
        conditions: [
          { type: "Ready", status: "False", reason: "KubeletNotReady" },
          { type: "InPlaceUpdate", reason: "CandidateForUpdate" },
        ],
        nodeInfo: { kubeletVersion: "v1.33.4", osImage: "Garden Linux 1877.3" },
      },
    };
    expect(toClusterNode(full)).toMatchObject({
      pool: "data",
      ready: { status: "False", reason: "KubeletNotReady" },
      kubelet: "1.33.4",
      unschedulable: true,
      preserve: "now",
      restart: "kubelet",
      updateLabels: candidate,
      updateReason: "CandidateForUpdate",
    });
  });

  test("an event about something else than a Node is not one of a Node", () => {
    expect(toNodeEvent({ involvedObject: { kind: "Pod", name: "n1" } })).toBeUndefined();
  });
});

describe("an act on Nodes", () => {
  test("is a merge patch for this very Node in this very version, shown as it is sent", () => {
    const body = {
      metadata: {
        uid: "u1",
        resourceVersion: "7",
        annotations: { "worker.gardener.cloud/restart-systemd-services": "kubelet,containerd" },
      },
    };
    expect(nodePatchOfAct(restart("kubelet", "containerd"), node())).toEqual(body);
    expect(nodeActRequest(restart("kubelet", "containerd"), node())).toEqual({
      verb: "patch",
      body,
      kubectl: "kubectl annotate node n1 worker.gardener.cloud/restart-systemd-services=kubelet,containerd",
    });
    expect(nodePatchOfAct(restart("kubelet; reboot"), node())).toBeUndefined();
  });

  test("before any unit is chosen, there is none to speak of", () => {
    expect(describeNodeAct(restart(), 1)).toBe("Choose the units to restart.");
    expect(systemdUnitsOfAct(restart())).toEqual([]);
  });

  const calm = { name: "eu", purpose: "evaluation", health: "healthy" };
  test.each([
    ["one lesser unit on one node", restart("sshd"), 1, calm, "dialog"],
    ["the kubelet", restart("kubelet"), 1, calm, "typed-name"],
    ["containerd, spelled out", restart("containerd.service"), 1, calm, "typed-name"],
    ["more than one node", restart("sshd"), 2, calm, "typed-name"],
    ["production", restart("sshd"), 1, { ...calm, purpose: "production" }, "typed-name"],
    ["a cluster that is not well", restart("sshd"), 1, { ...calm, health: "unhealthy" }, "typed-name"],
    ["what drains a node", { kind: "select" } as const, 1, calm, "typed-name"],
  ])("%s costs what it may harm", (_, act, count, cluster, tier) => {
    const friction = confirmationOfNodeAct({ act, count, cluster });
    expect(friction.tier).toBe(tier);
    expect(friction.phrase).toBe(tier === "typed-name" ? "eu" : undefined);
    expect(friction.consequences).toHaveLength(tier === "typed-name" ? 1 : 0);
  });

  test.each([
    ["a node that goes away", "restart", node({ deleting: true }), undefined, /being deleted/],
    ["an earlier request that is pending", "restart", node({ restart: "sshd" }), undefined, /sshd/],
    ["a node without an update", "select", node(), "ManualInPlaceUpdate", /no update/],
    ["a pool that updates by itself", "select", node({ updateLabels: candidate }), "AutoInPlaceUpdate", /by hand/],
  ] as const)("%s refuses it", (_, kind, each, strategy, reason) => {
    expect(findNodeActBlocker(kind, each, strategy)).toMatch(reason);
  });

  test("a candidate of a pool by hand may be selected", () => {
    expect(findNodeActBlocker("select", node({ updateLabels: candidate }), "ManualInPlaceUpdate")).toBeUndefined();
  });

  test("units come in the order of the list, each once, and a strange name is a fault", () => {
    expect(chosenSystemdUnits(new Set(["containerd", "kubelet"]), "sshd, kubelet")).toEqual([
      "kubelet",
      "containerd",
      "sshd",
    ]);
    expect(findUnitsError([])).toMatch(/first/);
    expect(findUnitsError(["a b"])).toMatch(/systemd/);
    expect(findUnitsError(["sshd"])).toBeUndefined();
  });
});

describe("a restart that was requested", () => {
  const requestedAt = "2026-08-10T10:00:00Z";
  const result = { requestedAt, nodes: [{ name: "n1", outcome: "requested" as const }] };
  type Read = Extract<NodesResponse, { state: "read" }>;
  const reading = (readAt: string, differs: Partial<ClusterNode>, events: Read["events"] = []): Read => ({
    state: "read",
    readAt,
    role: "viewer",
    mayAct: true,
    nodes: [node(differs)],
    unreadable: 0,
    events,
  });
  const started = {
    node: "n1",
    type: "Normal",
    reason: "Starting",
    message: "Starting kubelet.",
    at: "2026-08-10T10:00:20Z",
  };

  test("is not taken as processed by a reading from before, nor while the annotation is there", () => {
    const tracks = startNodeActProgress(restart("kubelet"), result);
    expect(advanceNodeActProgress(tracks, reading("2026-08-10T09:59:59Z", {}))).toBe(tracks);
    expect(advanceNodeActProgress(tracks, reading("2026-08-10T10:00:10Z", { restart: "kubelet" }))).toBe(tracks);
    expect(tracks.map((track) => describeNodeActProgress(track, node()))).toEqual([
      expect.stringContaining("not picked it up"),
    ]);
  });

  test("ends as processed, never as done: Gardener does not report the outcome", () => {
    const tracks = advanceNodeActProgress(
      startNodeActProgress(restart("kubelet"), result),
      reading("2026-08-10T10:00:30Z", {}, [started]),
    );
    const [track] = tracks;
    if (!track) throw new Error("no track");
    expect(describeNodeActProgress(track, node())).toBe("Annotation processed. Gardener does not report the outcome.");
    expect(track.processedAt).toBe("2026-08-10T10:00:30Z");
    expect(kubeletStartEventOf(track)).toEqual(started);
    expect(isNodeActStillFollowed(track, Date.parse("2026-08-10T10:00:40Z"))).toBe(true);
    expect(isNodeActStillFollowed(track, Date.parse("2026-08-10T10:02:00Z"))).toBe(false);
  });

  test("an event from before the request proves nothing", () => {
    const old = { ...started, at: "2026-08-10T09:00:00Z" };
    const [track] = advanceNodeActProgress(
      startNodeActProgress(restart("kubelet"), result),
      reading("2026-08-10T10:00:30Z", {}, [old]),
    );
    expect(track?.events).toEqual([]);
  });

  test("that changed on the way is said to have written nothing, and is not followed", () => {
    const [track] = startNodeActProgress(restart("kubelet"), {
      requestedAt,
      nodes: [{ name: "n1", outcome: "conflict" }],
    });
    if (!track) throw new Error("no track");
    expect(describeNodeActProgress(track, node())).toMatch(/Nothing was written/);
    expect(isNodeActStillFollowed(track, Date.parse(requestedAt))).toBe(false);
  });
});

describe("pools", () => {
  const shoot: Shoot = {
    metadata: { name: "eu" },
    spec: {
      kubernetes: { version: "1.33.4" },
      provider: {
        type: "gcp",
        workers: [
          {
            name: "data",
            machine: { type: "m", image: { name: "gardenlinux", version: "1592.3.0" } },
            minimum: 1,
            maximum: 3,
          },
          {
            name: "hand",
            machine: { type: "m" },
            kubernetes: { version: "1.32.9" },
            updateStrategy: "ManualInPlaceUpdate",
          },
        ],
      },
    },
    status: { inPlaceUpdates: { pendingWorkerUpdates: { manualInPlaceUpdate: ["hand"] } } },
  };

  test("say where their versions come from, what waits, and count their own nodes", () => {
    const rows = poolRows(shoot, sampleFleetRow(), [node(), node({ uid: "u2", ready: { status: "Unknown" } })]);
    expect(rows).toMatchObject([
      {
        name: "data",
        kubelet: { version: "1.33.4", source: "inherited" },
        image: { version: "1592.3.0", classification: "supported" },
        bounds: "1 to 3",
        surge: "max surge 1, max unavailable 0",
        ready: 1,
        pending: [],
      },
      { name: "hand", kubelet: { version: "1.32.9", source: "pinned" }, pending: [{ id: "manual-in-place" }] },
    ]);
  });

  test("nodes of a pool that the spec does not name are shown all the same", () => {
    const rows = poolRows(shoot, sampleFleetRow(), [node({ pool: "gone" }), node({ pool: undefined })]);
    expect(rows.slice(2).map(({ name, nodes }) => [name, nodes.length])).toEqual([
      ["gone", 1],
      ["", 1],
    ]);
  });
});
