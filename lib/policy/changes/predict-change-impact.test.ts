import { describe, expect, test } from "vitest";
import type { ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { prepareProfile } from "../versions/prepared-profile.ts";
import { predictChangeImpact } from "./predict-change-impact.ts";

const now = Date.parse("2026-08-21T00:00:00Z");
const profile = prepareProfile({
  kubernetes: { versions: [{ version: "1.33.4" }, { version: "1.34.1" }] },
  machineImages: [
    {
      name: "gardenlinux",
      versions: [
        { version: "1592.0.0", architectures: ["amd64"], cri: [{ name: "containerd" }] },
        { version: "1700.0.0", architectures: ["amd64"], cri: [{ name: "other" }] },
        { version: "1800.0.0", architectures: ["amd64"], kubeletVersionConstraint: "< 1.33" },
      ],
    },
  ],
  machineTypes: [
    { name: "m5.large", cpu: "2", memory: "8Gi", architecture: "amd64" },
    { name: "old.large", cpu: "2", memory: "8Gi", architecture: "amd64", usable: false },
    { name: "arm.large", cpu: "2", memory: "8Gi", architecture: "arm64" },
  ],
  volumeTypes: [{ name: "ssd" }, { name: "tape", usable: false }],
  regions: [{ name: "eu", zones: [{ name: "a" }, { name: "b" }] }],
  limits: { maxNodesTotal: 5 },
});

const pool: Worker = {
  name: "data",
  machine: { type: "m5.large", image: { name: "gardenlinux", version: "1592.0.0" } },
  cri: { name: "containerd" },
  minimum: 1,
  maximum: 4,
  zones: ["a", "b"],
};

function specWith(fields: Partial<Worker> = {}, shoot: Partial<ShootSpec> = {}): ShootSpec {
  const workers = [{ ...pool, ...fields }];
  return { region: "eu", kubernetes: { version: "1.33.4" }, provider: { type: "aws", workers }, ...shoot };
}

function imageOf(version: string): Partial<Worker> {
  return { machine: { type: "m5.large", image: { name: "gardenlinux", version } } };
}

test("an accepted change names the impact of each pool, and nodes and waves where nodes are replaced", () => {
  const next = specWith({}, { kubernetes: { version: "1.34.1" } });
  const { accepted, pools, when } = predictChangeImpact(specWith(), next, profile, {
    now,
    nodes: new Map([["data", 4]]),
  });
  expect({ accepted, when }).toEqual({ accepted: true, when: "now" });
  expect(pools.get("data")).toMatchObject({
    outcome: "rollingUpdate",
    triggers: ["kubernetesMinor"],
    rollout: { nodes: { least: 4, most: 4 }, waves: { least: 2, most: 2 } },
  });
});

test("a short version stands for the highest supported one of its minor", () => {
  const next = specWith({}, { kubernetes: { version: "1.34" } });
  expect(predictChangeImpact(specWith(), next, profile, { now }).pools.get("data")?.outcome).toBe("rollingUpdate");
});

test("a rejected change rejects every pool and says what it would have done", () => {
  const next = specWith({}, { kubernetes: { version: "1.32.9" } });
  const { accepted, stage, pools } = predictChangeImpact(specWith(), next, profile, { now });
  expect({ accepted, stage }).toEqual({ accepted: false, stage: "static" });
  expect(pools.get("data")).toMatchObject({ outcome: "rejected", would: { impact: "rollingUpdate" } });
});

test("each pool of a rejected change has its own faults and those of the Shoot, in the order of the findings", () => {
  const workers = [pool, { ...pool, name: "other", maxSurge: 0, maxUnavailable: 0 }, { ...pool, name: "calm" }];
  const next = { ...specWith({}, { kubernetes: { version: "1.32.9" } }), provider: { type: "aws", workers } };
  const { faults, pools } = predictChangeImpact({ ...next, kubernetes: { version: "1.33.4" } }, next, profile, { now });
  const told = (name: string) => {
    const outcome = pools.get(name);
    return outcome?.outcome === "rejected" ? outcome.faults : [];
  };
  const concerning = (place: number) => {
    const own = `spec.provider.workers[${place}]`;
    return faults.filter(({ path }) => !path.startsWith("spec.provider.workers[") || path.startsWith(own));
  };
  expect(workers.map(({ name }) => told(name))).toEqual([concerning(0), concerning(1), concerning(2)]);
  expect(concerning(1).length).toBeGreaterThan(concerning(2).length);
});

test("with confineSpecUpdateRollout a change waits for the window, but hibernation does not", () => {
  const maintenance = { confineSpecUpdateRollout: true };
  const scaled = specWith({ maximum: 6 }, { maintenance });
  expect(predictChangeImpact(specWith(), scaled, profile, { now }).when).toBe("maintenance-window");
  const asleep = specWith({}, { maintenance, hibernation: { enabled: true } });
  expect(predictChangeImpact(specWith(), asleep, profile, { now }).when).toBe("now");
});

test("a second address family does nothing to the nodes by itself", () => {
  const dual = specWith({}, { networking: { ipFamilies: ["IPv4", "IPv6"] } });
  const { dualStackNeedsRoll, pools } = predictChangeImpact(specWith(), dual, profile, { now });
  expect({ dualStackNeedsRoll, outcome: pools.get("data")?.outcome }).toEqual({
    dualStackNeedsRoll: true,
    outcome: "none",
  });
});

describe("what the profile refuses", () => {
  test.each<[string, Partial<Worker>, Partial<ShootSpec>, readonly string[]]>([
    ["nothing, where nothing changes", {}, {}, []],
    ["an unknown architecture", { machine: { ...pool.machine, architecture: "riscv" } }, {}, ["ARCHITECTURE_UNKNOWN"]],
    ["an unlisted machine type", { machine: { ...pool.machine, type: "none" } }, {}, ["MACHINE_TYPE_NOT_OFFERED"]],
    ["an unusable machine type", { machine: { ...pool.machine, type: "old.large" } }, {}, ["MACHINE_TYPE_INVALID"]],
    ["an image version of another name", imageOf("9.9.9"), {}, ["IMAGE_NOT_OFFERED"]],
    ["an image that does not offer the runtime", imageOf("1700.0.0"), {}, ["CRI_NOT_OFFERED"]],
    ["an image that does not admit the kubelet", imageOf("1800.0.0"), {}, ["IMAGE_KUBELET_CONSTRAINT"]],
    ["an unlisted volume type", { volume: { type: "none", size: "50Gi" } }, {}, ["VOLUME_TYPE_NOT_OFFERED"]],
    ["an unusable volume type", { volume: { type: "tape", size: "50Gi" } }, {}, ["VOLUME_TYPE_INVALID"]],
    ["a zone that the region does not have", { zones: ["a", "b", "c"] }, {}, ["ZONE_NOT_OFFERED"]],
    [
      "a kubelet that reserves the whole machine",
      { kubernetes: { kubelet: { kubeReserved: { cpu: "2" } } } },
      {},
      ["KUBELET_RESERVES_TOO_MUCH"],
    ],
    ["more nodes than the limit", { minimum: 6, maximum: 6 }, {}, ["MAX_NODES_EXCEEDED"]],
  ])("%s", (_name, fields, shoot, codes) => {
    const { faults } = predictChangeImpact(specWith(), specWith(fields, shoot), profile, { now });
    expect(faults.map(({ code }) => code)).toEqual(codes);
  });
});

describe("what static validation refuses", () => {
  test.each<[string, ShootSpec, boolean, readonly string[]]>([
    ["any change of a Shoot in deletion, and says nothing else", specWith({ maxSurge: 0 }), true, ["SPEC_FROZEN"]],
    ["no write of a Shoot in deletion that leaves the spec", specWith(), true, []],
    [
      "a switch to a workerless Shoot",
      { ...specWith(), provider: { type: "aws", workers: [] } },
      false,
      ["WORKERLESS_SWITCH"],
    ],
    [
      "a field that needs a newer Kubernetes",
      specWith({ kubernetes: { kubelet: { imagePullCredentialsVerificationPolicy: "NeverVerify" } } }),
      false,
      ["FIELD_TOO_EARLY"],
    ],
  ])("%s", (_name, next, deleting, codes) => {
    const { faults } = predictChangeImpact(specWith(), next, undefined, { now, deleting });
    expect(faults.map(({ code }) => code)).toEqual(codes);
  });

  test("an unset version stands with the control plane and with every unpinned pool", () => {
    const next = specWith({}, { kubernetes: { version: "" } });
    const { faults } = predictChangeImpact(specWith(), next, undefined, { now });
    expect(faults.map(({ path, code }) => `${path} ${code}`)).toEqual([
      "spec.kubernetes.version K8S_VERSION_UNSET",
      "spec.provider.workers[0].kubernetes.version K8S_VERSION_UNSET",
    ]);
  });
});
