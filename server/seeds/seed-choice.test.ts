import { describe, expect, test } from "vitest";
import type { Project } from "#lib/garden/project.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { type SeedChoiceInput, seedChoice } from "./seed-choice.ts";

function shootWith(spec: object = {}): Shoot {
  const kubernetes = { version: "1.34.1" };
  return { metadata: { name: "a" }, spec: { kubernetes, provider: { type: "aws" }, ...spec } };
}

function seedWith(name: string, spec: object = {}, labels: Record<string, string> = {}): Seed {
  const status = {
    lastOperation: { state: "Succeeded" },
    conditions: [{ type: "GardenletReady", status: "True" }],
    allocatable: { shoots: "2" },
  };
  const provider = { type: "aws", region: "eu-1" };
  return { metadata: { name, labels }, spec: { provider, ...spec }, status };
}

function projectWith(tolerations: Project["spec"]["tolerations"]): Project {
  return { metadata: { name: "p" }, spec: { tolerations: tolerations ?? null } };
}

const input: SeedChoiceInput = {
  shoot: shootWith(),
  seeds: [seedWith("s")],
  projectName: "p",
  project: "forbidden",
  profile: {},
  garden: {},
  counts: undefined,
};
const protectedTaint = { key: "seed.gardener.cloud/protected" };

describe("a Seed", () => {
  test.each<[string, Partial<SeedChoiceInput>, readonly string[]]>([
    ["without obstacles could run the cluster", {}, []],
    [
      "of another provider could not",
      { seeds: [seedWith("s", { provider: { type: "gcp", region: "r" } })] },
      ["The cluster runs on aws, and the Seed on gcp."],
    ],
    [
      "of another provider could where the profile allows any",
      {
        seeds: [seedWith("s", { provider: { type: "gcp", region: "r" } })],
        profile: { seedSelector: { providerTypes: ["*"] } },
      },
      [],
    ],
    [
      "with a taint that is not tolerated could not",
      { seeds: [seedWith("s", { taints: [protectedTaint] })] },
      ["The cluster does not tolerate seed.gardener.cloud/protected."],
    ],
    [
      "with a taint that is tolerated could",
      { seeds: [seedWith("s", { taints: [protectedTaint] })], shoot: shootWith({ tolerations: [protectedTaint] }) },
      [],
    ],
    [
      "that is full could not, where all clusters are seen",
      { counts: new Map([["s", 2]]) },
      ["The Seed holds as many clusters as it can, 2."],
    ],
    [
      "that the profile's selector leaves out could not",
      { profile: { seedSelector: { matchLabels: { tier: "gold" } } } },
      ["The CloudProfile selects Seeds by labels that are missing here."],
    ],
    [
      "that the cluster's selector leaves out could not",
      { shoot: shootWith({ seedSelector: { matchExpressions: [{ key: "tier", operator: "Exists" }] } }) },
      ["The cluster selects Seeds by labels that are missing here."],
    ],
    [
      "that both selectors mean could",
      {
        seeds: [seedWith("s", {}, { tier: "gold" })],
        profile: { seedSelector: { matchLabels: { tier: "gold" } } },
        shoot: shootWith({ seedSelector: { matchExpressions: [{ key: "tier", operator: "In", values: ["gold"] }] } }),
      },
      [],
    ],
  ])("%s", (_name, changes, obstacles) => {
    const { seeds } = seedChoice({ ...input, ...changes });
    expect(seeds).toMatchObject([
      { name: "s", usable: obstacles.length === 0, obstacles: obstacles.map((sentence) => ({ sentence })) },
    ]);
  });
});

test("the Seed of the control plane comes first, then those that could run it, then the others", () => {
  const seeds = [
    seedWith("a", { taints: [protectedTaint] }),
    seedWith("b"),
    seedWith("c", { taints: [protectedTaint] }),
    seedWith("d"),
  ];
  const shoot = { ...shootWith({ seedName: "b" }), status: { seedName: "c" } };
  const rows = seedChoice({ ...input, seeds, shoot }).seeds;
  expect(rows.map(({ name, current, usable }) => [name, current, usable])).toEqual([
    ["c", true, false],
    ["b", false, true],
    ["d", false, true],
    ["a", false, false],
  ]);
});

describe("what is not known is said", () => {
  test("Seeds that may not be listed, with the cluster's own tolerations", () => {
    const choice = seedChoice({
      ...input,
      seeds: undefined,
      profile: undefined,
      shoot: shootWith({ tolerations: [protectedTaint] }),
    });
    expect(choice).toEqual({
      seeds: [],
      unread: "forbidden",
      tolerations: [protectedTaint],
      projectUnread: "forbidden",
      profileRead: false,
      capacityKnown: false,
    });
  });

  test.each<[string, { key: string; value?: string }[], boolean]>([
    ["a bare entry of the whitelist allows every value", [{ key: "a" }], true],
    ["an entry with a value allows that pair", [{ key: "a", value: "1" }], true],
    ["an entry with another value does not", [{ key: "a", value: "2" }], false],
    ["an empty whitelist allows nothing", [], false],
  ])("%s", (_name, whitelist, listed) => {
    const shoot = shootWith({ tolerations: [{ key: "a", value: "1" }] });
    const choice = seedChoice({ ...input, shoot, project: projectWith({ whitelist, defaults: [{ key: "b" }] }) });
    expect(choice.tolerations).toEqual([{ key: "a", value: "1", listed }]);
    expect(choice.project).toEqual({ defaults: [{ key: "b" }], whitelist });
  });
});

test.each<[string, object]>([
  ["no spec", { spec: undefined }],
  ["no provider", { spec: {} }],
  ["taints that are no list", { spec: { provider: { type: "aws", region: "r" }, taints: "all" } }],
  ["entries that are nothing", { spec: { provider: { type: "aws", region: "r" }, taints: [null, 3, {}] } }],
])("a Seed with %s from the wire breaks nothing", (_name, faulty) => {
  const seed = { ...seedWith("s"), ...faulty };
  expect(seedChoice({ ...input, seeds: [seed] }).seeds).toHaveLength(1);
});

test.each([null, "all", [], { matchLabels: 3, matchExpressions: "x" }])(
  "a selector %j selects nothing away",
  (wire) => {
    expect(seedChoice({ ...input, profile: { seedSelector: wire } }).seeds).toMatchObject([{ usable: true }]);
  },
);

test.each([
  [
    { kubernetesVersion: "v1.30.2", gardener: { version: "v1.150.0" } },
    "1.30.2",
    /^Its Gardener asks for Kubernetes 1\.32 at least/,
  ],
  [
    { kubernetesVersion: "v1.30.2", gardener: { version: "v1.140.1" } },
    "1.30.2",
    /^From Gardener 1\.141 on, the Seed needs Kubernetes 1\.31/,
  ],
])("a Seed whose Kubernetes is too old, now or for a later release, says so", (status, kubernetes, note) => {
  const { seeds } = seedChoice({ ...input, seeds: [{ ...seedWith("s"), status }] });
  expect(seeds).toMatchObject([{ kubernetes, kubernetesNote: expect.stringMatching(note) }]);
});

test.each([
  { kubernetesVersion: "v1.34.2", gardener: { version: "v1.150.0" } },
  { kubernetesVersion: "v1.30.2" },
  { kubernetesVersion: "odd", gardener: { version: "v1.150.0" } },
  {},
])("a Seed of which nothing is wrong, or not enough is known, says nothing about it: %j", (status) => {
  const { seeds } = seedChoice({ ...input, seeds: [{ ...seedWith("s"), status }] });
  expect(seeds[0]?.kubernetesNote).toBeUndefined();
});

describe("to whoever does not see how many clusters each Seed has", () => {
  const elsewhere = { provider: { type: "aws", region: "us-1" } };
  const inRegion = shootWith({ region: "eu-1" });

  test.each([
    ["one Seed that passes the filters", ["s"], {}, "one-of", "Only s passes the scheduler's filters now"],
    ["several such Seeds", ["s", "t"], {}, "one-of", "s and t pass the scheduler's filters now"],
    ["one of another region", ["s"], elsewhere, "only-by-distance", "Of other regions, s passes them"],
  ])("%s: it is said that they pass, not that one is chosen", (_case, names, spec, state, said) => {
    const seeds = names.map((name) => seedWith(name, spec));
    const { expected } = seedChoice({ ...input, shoot: inRegion, seeds });
    expect(expected?.state).toBe(state);
    expect(expected?.sentence).toContain(said);
    expect(expected?.sentence).not.toContain("choose");
    const known = seedChoice({ ...input, shoot: inRegion, seeds, counts: new Map([["s", 0]]) });
    expect(known.expected?.sentence).toContain("would choose");
  });
});
