import { describe, expect, test } from "vitest";
import type { ShootSpec } from "#lib/garden/shoot.ts";
import { nodeWith, podWith, readPart } from "#lib/testing/contents-examples.ts";
import { drainedPool, lookAt } from "#lib/testing/contents-look.ts";
import { predictChangeImpact } from "../changes/predict-change-impact.ts";
import type { PodContents, VolumeContents } from "./contents/cluster-contents.ts";
import { drainsOfStep, longestDrain } from "./contents/step-drains.ts";
import { contentsFindings } from "./contents-findings.ts";
import { podFindings } from "./pod-findings.ts";
import { volumeFindings } from "./volume-findings.ts";

const disk: VolumeContents = { name: "pv", claim: { namespace: "shop", name: "disk" }, zones: ["a"], isLocal: false };
const pods = readPart([podWith({ claims: ["disk"] })]);

function ofVolume(volume: Partial<VolumeContents>, pools = [drainedPool({})]) {
  return volumeFindings(lookAt({ pods, volumes: readPart([{ ...disk, ...volume }]) }, { pools }));
}

describe("a volume", () => {
  test("of a zone in which the pool stays is nothing, because the node is replaced there", () => {
    expect(ofVolume({})).toEqual([]);
  });

  test("is nothing where the node's zone has the region in front of the pool's", () => {
    expect(ofVolume({ zones: ["westeurope-a"] })).toEqual([]);
  });

  test("waits where its zone's only node goes first", () => {
    expect(ofVolume({}, [drainedPool({ surges: false })])).toMatchObject([
      { id: "volume-zone-empty", severity: "note", zones: ["a"] },
    ]);
    const twoNodes = readPart([nodeWith({}), nodeWith({ name: "second" })]);
    const look = lookAt(
      { pods, nodes: twoNodes, volumes: readPart([disk]) },
      { pools: [drainedPool({ surges: false })] },
    );
    expect(volumeFindings(look)).toEqual([]);
  });

  test("of a zone without a pool finds no node", () => {
    expect(ofVolume({ zones: ["b"] })).toMatchObject([{ id: "volume-zone-gone", severity: "risk", zones: ["b"] }]);
    expect(ofVolume({ zones: ["b", "a"] })).toEqual([]);
  });

  test("on a node's disk is lost with the node, and stays if the node is updated in place", () => {
    expect(ofVolume({ isLocal: true })).toMatchObject([{ id: "volume-local", severity: "risk" }]);
    expect(ofVolume({ isLocal: true }, [drainedPool({ isReplaced: false })])).toEqual([]);
  });
});

describe("Pods", () => {
  const ids = (pod: Partial<PodContents>) =>
    podFindings(lookAt({ pods: readPart([podWith(pod)]) })).map(({ id }) => id);

  test("that have just been created do not wait; those that find no node do", () => {
    expect(ids({ phase: "Pending", waiting: "ContainerCreating" })).toEqual([]);
    expect(ids({ phase: "Pending", node: undefined, waiting: "Unschedulable" })).toEqual(["pods-waiting"]);
  });

  test("of Gardener's system components are not their owner's affair", () => {
    const own = { localVolumes: ["tmp"], safeToEvict: false };
    expect(ids({ ...own, namespace: "kube-system" })).toEqual([]);
    expect(ids({ ...own, labels: { "resources.gardener.cloud/managed-by": "gardener" } })).toEqual([]);
    expect(ids(own)).toEqual(["pods-with-local-data", "pods-not-safe-to-evict"]);
  });

  test("of a Deployment are known by their ReplicaSet's name", () => {
    const workload = { namespace: "shop", name: "web", replicas: 1, readyReplicas: 1 };
    const workloads = readPart([
      { ...workload, kind: "Deployment" } as const,
      { ...workload, kind: "StatefulSet" } as const,
    ]);
    expect(podFindings(lookAt({ pods: readPart([podWith({})]), workloads }))).toMatchObject([
      { id: "single-replica", objects: { listed: [{ kind: "Deployment", name: "web" }], total: 1 } },
    ]);
  });

  test("beyond the tenth are counted only", () => {
    const many = Array.from({ length: 12 }, (_, index) => podWith({ name: `lone-${index}`, controller: undefined }));
    const [finding] = contentsFindings(lookAt({ pods: readPart(many) }));
    expect([finding?.objects.listed.length, finding?.objects.total]).toEqual([10, 12]);
  });
});

describe("the pools that a step drains", () => {
  const pool = { machine: { type: "m" }, minimum: 1, maximum: 2, maxSurge: 1, maxUnavailable: 0, zones: ["a"] };
  const spec = (version: string): ShootSpec => ({
    region: "eu",
    kubernetes: { version },
    provider: {
      type: "local",
      workers: [
        { ...pool, name: "rolls", machineControllerManager: { machineDrainTimeout: "3h" } },
        { ...pool, name: "pinned", kubernetes: { version: "1.32.4" } },
        { ...pool, name: "in-place", updateStrategy: "AutoInPlaceUpdate" },
      ],
    },
  });
  const [before, after] = [spec("1.32.4"), spec("1.33.2")];
  const drains = drainsOfStep(after, predictChangeImpact(before, after, undefined, { now: 0 }));

  test("are those that roll or are updated in place, not one with a version of its own", () => {
    expect([...drains.pools.values()].map(({ name, isReplaced }) => [name, isReplaced])).toEqual([
      ["rolls", true],
      ["in-place", false],
    ]);
  });

  test("say how long their drains wait; the longest counts", () => {
    expect(longestDrain(drains)).toEqual({ seconds: 10_800, isDefault: false });
  });
});
