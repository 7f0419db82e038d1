import { describe, expect, test } from "vitest";
import type { CloudProfileSpec, MachineImageVersion, MachineType } from "#lib/garden/cloud-profile.ts";
import { gardenerRulesOfRelease } from "../editions/gardener-rules.ts";
import { applyProfileDefaults, profileSpecStoredOnUpdate, profileSpecValidatedOnUpdate } from "./default-profile.ts";
import { profileAdmissionContextAt, validateProfile } from "./validate-profile.ts";
import { versionsInUse } from "./versions-in-use.ts";

const release = { minor: 150, patch: 0, dev: false };
const now = Date.parse("2026-11-21T12:00:00Z");
const view = profileAdmissionContextAt(now, gardenerRulesOfRelease(release, {}));
const version = { version: "1.0.0", classification: "supported" };
const sound: CloudProfileSpec = {
  type: "local",
  kubernetes: { versions: [{ version: "1.36.0" }] },
  machineImages: [{ name: "linux", versions: [version] }],
  machineTypes: [{ name: "m", cpu: "2", gpu: "0", memory: "8Gi" }],
  volumeTypes: [{ name: "fast", class: "ssd" }],
  regions: [{ name: "here", zones: [{ name: "a" }] }],
};

function faults(spec: CloudProfileSpec, seenBy = view): readonly string[] {
  return validateProfile(applyProfileDefaults({ ...sound, ...spec }), seenBy).map(({ path, code }) => {
    return `${path.replace("spec.", "")} ${code}`;
  });
}

test("a profile that says the least is sound", () => {
  expect(faults({})).toEqual([]);
});

test.each<[string, CloudProfileSpec, readonly string[]]>([
  ["no type", { type: "" }, ["type VALUE_REQUIRED"]],
  ["no machine types", { machineTypes: [] }, ["machineTypes NO_MACHINE_TYPES"]],
  ["no regions", { regions: null }, ["regions NO_REGIONS"]],
  [
    "machine types without a name, and of a wrong one",
    { machineTypes: [{ name: "" }, { name: "a/b" }] },
    ["machineTypes[0].name VALUE_REQUIRED", "machineTypes[1].name NAME_INVALID"],
  ],
  [
    "a machine type twice, of which the second is not looked at",
    { machineTypes: [{ name: "m" }, { name: "m", cpu: "-1", architecture: "riscv" }] },
    ["machineTypes[1].name NAME_DUPLICATE"],
  ],
  [
    "less than nothing",
    { machineTypes: [{ name: "m", cpu: "-1", gpu: "-1m", memory: "-1Gi", storage: { minSize: "-5Gi" } }] },
    [
      "machineTypes[0].cpu QUANTITY_NEGATIVE",
      "machineTypes[0].gpu QUANTITY_NEGATIVE",
      "machineTypes[0].memory QUANTITY_NEGATIVE",
      "machineTypes[0].storage.minSize QUANTITY_NEGATIVE",
    ],
  ],
  [
    "both sizes of a disk, or none",
    {
      machineTypes: [
        { name: "a", storage: { size: "1Gi", minSize: "1Gi" } },
        { name: "b", storage: { class: "fast" } },
      ],
    },
    ["machineTypes[0].storage STORAGE_SIZES", "machineTypes[1].storage STORAGE_SIZES"],
  ],
  [
    "an unknown architecture",
    { machineTypes: [{ name: "m", architecture: "riscv" }] },
    ["machineTypes[0].architecture ARCHITECTURE_UNKNOWN"],
  ],
  [
    "a volume type twice, behind which nothing is looked at",
    { volumeTypes: [{ name: "fast", class: "ssd" }, { name: "fast" }, { name: "" }] },
    ["volumeTypes[1].name NAME_DUPLICATE"],
  ],
  [
    "a volume type without a class",
    { volumeTypes: [{ name: "fast", minSize: "-1Gi" }] },
    ["volumeTypes[0].class VALUE_REQUIRED", "volumeTypes[0].minSize QUANTITY_NEGATIVE"],
  ],
  [
    "regions and zones twice or without a name",
    { regions: [{ name: "a", zones: [{ name: "z" }, { name: "z" }, { name: "" }] }, { name: "a" }, { name: "" }] },
    [
      "regions[0].zones[1].name NAME_DUPLICATE",
      "regions[0].zones[2].name VALUE_REQUIRED",
      "regions[1].name NAME_DUPLICATE",
      "regions[2].name VALUE_REQUIRED",
    ],
  ],
  [
    "labels that are none",
    { regions: [{ name: "a", labels: { "-": "b", c: "d e" } }], seedSelector: { matchLabels: { a: "/" } } },
    ["regions[0].labels LABEL_INVALID", "regions[0].labels LABEL_INVALID", "seedSelector.matchLabels LABEL_INVALID"],
  ],
  [
    "a selector that selects nothing",
    {
      seedSelector: {
        matchExpressions: [
          { key: "a", operator: "In" },
          { key: "b", operator: "Exists", values: ["c"] },
          { key: "?", operator: "Like", values: ["?"] },
        ],
      },
    },
    [
      "seedSelector.matchExpressions[0].values VALUE_REQUIRED",
      "seedSelector.matchExpressions[1].values SELECTOR_VALUES_FORBIDDEN",
      "seedSelector.matchExpressions[2].operator SELECTOR_OPERATOR_UNKNOWN",
      "seedSelector.matchExpressions[2].key LABEL_INVALID",
      "seedSelector.matchExpressions[2].values[0] LABEL_INVALID",
    ],
  ],
  ["a text that is no certificate", { caBundle: "me" }, ["caBundle CERTIFICATE_MALFORMED"]],
  [
    "other runtimes",
    {
      machineImages: [
        {
          name: "linux",
          versions: [{ ...version, cri: [{ name: "docker", containerRuntimes: [{ type: "g" }, { type: "g" }] }] }],
        },
      ],
    },
    [
      "machineImages[0].versions[0].cri[0].name RUNTIME_UNKNOWN",
      "machineImages[0].versions[0].cri[0].containerRuntimes[1].type NAME_DUPLICATE",
    ],
  ],
  ["bastions that run on nothing", { bastion: {} }, ["bastion BASTION_EMPTY"]],
  [
    "bastions on what is not offered",
    { bastion: { machineType: { name: "x" }, machineImage: { name: "linux", version: "2.0.0" } } },
    ["bastion.machineType.name BASTION_NOT_OFFERED", "bastion.machineImage.version BASTION_NOT_OFFERED"],
  ],
  [
    "bastions on an image of another architecture",
    {
      machineTypes: [{ name: "arm", architecture: "arm64" }],
      bastion: { machineType: { name: "arm" }, machineImage: { name: "linux" } },
    },
    ["bastion.machineImage.name BASTION_IMAGE_UNFIT"],
  ],
  ["bastions on an image that runs", { bastion: { machineType: { name: "m" }, machineImage: { name: "linux" } } }, []],
])("a profile may not have %s", (_what, spec, expected) => {
  expect(faults(spec)).toEqual(expected);
});

describe("capabilities", () => {
  const both = { name: "architecture", values: ["amd64", "arm64"] };
  const gpu = { name: "gpu", values: ["none", "nvidia"] };
  const amd = { architecture: ["amd64"] };
  const withCapabilities = (
    flavors: MachineImageVersion["capabilityFlavors"],
    type: Partial<MachineType> = { capabilities: amd },
    machineCapabilities = [both, gpu],
  ) => ({
    machineCapabilities,
    machineImages: [{ name: "linux", versions: [{ ...version, capabilityFlavors: flavors ?? null }] }],
    machineTypes: [{ name: "m", ...type }],
  });
  const flavor = "machineImages[0].versions[0].capabilityFlavors";

  test.each<[string, CloudProfileSpec, readonly string[]]>([
    ["sound where both sides name what is defined", withCapabilities([{ ...amd, gpu: ["nvidia"] }]), []],
    [
      "defined once, under names of their own, with the architecture and values",
      withCapabilities([amd], {}, [gpu, { name: "gpu", values: [] }, { name: "gardener-x", values: ["a/b"] }]),
      [
        "machineCapabilities[1].name NAME_DUPLICATE",
        "machineCapabilities[2].name CAPABILITY_RESERVED",
        "machineCapabilities.architecture CAPABILITY_ARCHITECTURE_REQUIRED",
        "machineCapabilities.gpu VALUE_REQUIRED",
        "machineCapabilities.gardener-x[0] NAME_INVALID",
        `${flavor}[0] CAPABILITY_UNDEFINED`,
      ],
    ],
    [
      "of known architectures",
      withCapabilities([{ architecture: ["riscv"] }], {}, [{ name: "architecture", values: ["riscv"] }]),
      ["machineCapabilities.architecture CAPABILITY_ARCHITECTURE_UNKNOWN"],
    ],
    ["needed in flavors where there are several architectures", withCapabilities([]), [`${flavor} FLAVOR_REQUIRED`]],
    [
      "of one architecture each",
      withCapabilities([{ gpu: ["none"] }, { architecture: ["amd64", "arm64"] }], {
        capabilities: { architecture: both.values },
      }),
      [
        `${flavor}[0].architecture FLAVOR_ARCHITECTURE_REQUIRED`,
        `${flavor}[1].architecture ARCHITECTURES_SEVERAL`,
        "machineTypes[0].capabilities.architecture ARCHITECTURES_SEVERAL",
      ],
    ],
    [
      "those that are defined",
      withCapabilities([{ ...amd, gpu: ["amd"], disk: ["fast"] }], {
        capabilities: { ...amd, gpu: ["intel"], nic: ["x"] },
      }),
      [
        `${flavor}[0].gpu[0] CAPABILITY_VALUE_UNDEFINED`,
        `${flavor}[0] CAPABILITY_UNDEFINED`,
        "machineTypes[0].capabilities.gpu[0] CAPABILITY_VALUE_UNDEFINED",
        "machineTypes[0].capabilities CAPABILITY_UNDEFINED",
      ],
    ],
    [
      "nothing without a definition",
      withCapabilities([amd], { capabilities: amd }, []),
      [`${flavor} CAPABILITIES_UNDEFINED`, "machineTypes[0].capabilities CAPABILITIES_UNDEFINED"],
    ],
    [
      "not at odds with the fields for architectures",
      {
        machineCapabilities: [both],
        machineImages: [
          { name: "linux", versions: [{ ...version, architectures: ["arm64"], capabilityFlavors: [amd] }] },
        ],
        machineTypes: [{ name: "m", architecture: "arm64", capabilities: amd }],
      },
      [
        "machineImages[0].versions[0].architectures ARCHITECTURES_CONFLICT",
        "machineTypes[0].architecture ARCHITECTURES_CONFLICT",
      ],
    ],
  ])("are %s", (_rule, spec, expected) => {
    expect(faults(spec)).toEqual(expected);
  });

  test("need their gate", () => {
    const off = profileAdmissionContextAt(now, gardenerRulesOfRelease(release, { CloudProfileCapabilities: false }));
    expect(faults(withCapabilities([amd]), off)).toEqual(["machineCapabilities CAPABILITIES_GATE_DISABLED"]);
  });

  test("come from the fields for architectures when a profile begins to define several", () => {
    const before = applyProfileDefaults(sound);
    const after = { ...sound, machineCapabilities: [both] };
    expect(validateProfile(profileSpecValidatedOnUpdate(after, before), view)).toEqual([]);
    const stored = profileSpecStoredOnUpdate(after, before);
    expect(stored.machineTypes?.[0]).toMatchObject({ architecture: "amd64", capabilities: amd });
    expect(stored.machineImages?.[0]?.versions?.[0]).toMatchObject({
      architectures: ["amd64"],
      capabilityFlavors: [amd],
    });
    // A profile that already defined capabilities has to list them.
    expect(validateProfile(profileSpecValidatedOnUpdate(after, stored), view).map(({ code }) => code)).toEqual([
      "FLAVOR_REQUIRED",
    ]);
  });

  test("fill in the fields for architectures where one is defined", () => {
    const stored = profileSpecStoredOnUpdate(
      { ...sound, machineCapabilities: [{ ...both, values: ["arm64"] }] },
      sound,
    );
    expect(stored.machineTypes?.[0]?.architecture).toBe("arm64");
    expect(stored.machineImages?.[0]?.versions?.[0]?.architectures).toEqual(["arm64"]);
  });

  describe("that profiles below name", () => {
    const child = (type: Partial<MachineType>) => ({
      metadata: { namespace: "garden-p", name: "own" },
      spec: { parent: { name: "local" }, machineTypes: [{ name: "own", ...type }] },
    });
    const change = {
      name: "local",
      before: { machineCapabilities: [both, gpu] },
      after: { machineCapabilities: [{ ...both, values: ["amd64"] }] },
    };
    const inUse = (type: Partial<MachineType>) =>
      versionsInUse(change, { shoots: [], namespacedProfiles: [child(type)] });
    const by = "NamespacedCloudProfile/garden-p/own";

    test("cannot be taken away", () => {
      expect(inUse({ capabilities: { architecture: ["arm64"], gpu: ["nvidia"] } })).toEqual([
        { code: "CAPABILITY_IN_USE", capability: "architecture", values: ["arm64"], by },
        { code: "CAPABILITY_IN_USE", capability: "gpu", values: ["nvidia"], by },
      ]);
    });

    test("can, where it is the architecture alone", () => {
      expect(inUse({ capabilities: { architecture: ["arm64"] } })).toEqual([]);
    });
  });
});
