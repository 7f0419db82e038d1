import { describe, expect, test } from "vitest";
import type { CloudProfileSpec, MachineImageVersion } from "#lib/garden/cloud-profile.ts";
import type { ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { newestRules } from "../editions/gardener-rules.ts";
import { filterFittingImageVersions } from "../versions/filter-image.ts";
import { parseVersion } from "../versions/parse.ts";
import { prepareProfile } from "../versions/prepared-profile.ts";
import { applyDefaultsToChange } from "./default-change.ts";
import { reviewShootChange } from "./review-shoot-change.ts";

const cri = [{ name: "containerd" }];
const version = (text: string, flavors: MachineImageVersion["capabilityFlavors"]) => ({
  version: text,
  cri,
  capabilityFlavors: flavors ?? null,
});
const amd = { architecture: ["amd64"] };
const arm = { architecture: ["arm64"] };
/** A profile with machine types with and without GPU; the newest image version only supports GPU machines. */
const spec: CloudProfileSpec = {
  type: "local",
  kubernetes: { versions: [{ version: "1.34.1" }] },
  machineCapabilities: [
    { name: "architecture", values: ["amd64", "arm64"] },
    { name: "gpu", values: ["none", "nvidia"] },
  ],
  machineImages: [
    { name: "arm-only", updateStrategy: "major", versions: [version("9.0.0", [arm])] },
    {
      name: "linux",
      updateStrategy: "major",
      versions: [version("1.0.0", [amd, arm]), version("2.0.0", [{ ...amd, gpu: ["nvidia"] }])],
    },
  ],
  machineTypes: [
    { name: "plain", capabilities: { ...amd, gpu: ["none"] } },
    { name: "graphic", capabilities: { ...amd, gpu: ["nvidia"] } },
    { name: "graviton", capabilities: arm },
  ],
};
const profile = prepareProfile(spec);
const now = Date.parse("2026-11-23T12:00:00Z");

function pool(type: string, image: Worker["machine"]["image"], architecture?: string): Worker {
  const machine = { type, image: image ?? null, ...(architecture && { architecture }) };
  return { name: "pool", minimum: 1, maximum: 1, cri: { name: "containerd" }, machine };
}

function shootWith(workers: readonly Worker[]): ShootSpec {
  return { kubernetes: { version: "1.34.1" }, region: "here", provider: { type: "local", workers } };
}

describe("maintenance takes, of an image, the versions", () => {
  const kubelet = parseVersion("1.34.1");
  const [, linux] = profile.images;
  test.each([
    ["whose flavors lack nothing", "plain", "amd64", ["1.0.0"]],
    ["that say nothing of a GPU as well as those for it", "graphic", "amd64", ["1.0.0", "2.0.0"]],
    ["that have a flavor of the architecture", "graviton", "arm64", ["1.0.0"]],
  ])("%s", (_rule, type, architecture, expected) => {
    if (!kubelet.ok || !linux) throw new Error("the profile has the image");
    const worker = pool(type, { name: "linux", version: "1.0.0" }, architecture);
    const machineType = profile.machineTypes.get(type);
    const fit = { worker, kubelet: kubelet.value, machineType, capabilities: profile.capabilities };
    expect(filterFittingImageVersions(linux, fit, newestRules).versions.map(({ text }) => text)).toEqual(expected);
  });
});

describe("a pool", () => {
  const before = pool("plain", { name: "linux", version: "1.0.0" }, "amd64");
  const judged = (next: Worker) => {
    const { accepted, ...rest } = reviewShootChange({ old: shootWith([before]), new: shootWith([next]), profile, now });
    return accepted || !("errors" in rest) ? [] : rest.errors.map(({ path, code }) => `${path} ${code}`);
  };
  const root = "spec.provider.workers[0].machine";

  test.each([
    ["may change to machines with everything that its image has", pool("graphic", before.machine.image, "amd64"), []],
    [
      "cannot take a version for other machines",
      pool("plain", { name: "linux", version: "2.0.0" }, "amd64"),
      [`${root}.image.version IMAGE_CAPABILITIES`],
    ],
    [
      "cannot take a machine of another architecture",
      pool("graviton", before.machine.image, "amd64"),
      [`${root}.type MACHINE_TYPE_INVALID`],
    ],
  ])("%s", (_rule, next, expected) => {
    expect(judged(next)).toEqual(expected);
  });

  test("gets the architecture of its machines, and the newest version for them", () => {
    const fresh = (type: string) => {
      const change = {
        old: shootWith([before]),
        new: shootWith([before, { ...pool(type, { name: "linux" }), name: "fresh" }]),
      };
      return applyDefaultsToChange({ ...change, profile, now }).spec.provider.workers?.[1]?.machine;
    };
    expect(fresh("plain")).toMatchObject({ architecture: "amd64", image: { name: "linux", version: "1.0.0" } });
    expect(fresh("graphic")).toMatchObject({ architecture: "amd64", image: { name: "linux", version: "2.0.0" } });
    expect(fresh("graviton")).toMatchObject({ architecture: "arm64", image: { name: "linux", version: "1.0.0" } });
  });

  test("without an image gets none where the first one only suits by what it does not say", () => {
    const plain = { machineTypes: [{ name: "plain", architecture: "amd64" }] };
    const images = [
      { name: "first", versions: [{ version: "1.0.0", cri, architectures: ["arm64"] }] },
      { name: "second", versions: [{ version: "1.0.0", cri, architectures: ["amd64"] }] },
    ];
    const offered = prepareProfile({ ...spec, machineCapabilities: [], ...plain, machineImages: images });
    const change = { old: shootWith([before]), new: shootWith([before, { ...pool("plain", null), name: "fresh" }]) };
    const { faults } = applyDefaultsToChange({ ...change, profile: offered, now });
    expect(faults.map(({ code }) => code)).toEqual(["IMAGE_NO_DEFAULT"]);
  });
});
