import { describe, expect, test } from "vitest";
import type { NewClusterChoices } from "#lib/contract/new-cluster.ts";
import { fieldAt } from "#lib/kube/field.ts";
import { formatYaml } from "#lib/manifest/format-yaml.ts";
import { parseYamlText } from "#lib/manifest/yaml-document.ts";
import { meadow, offerOf, profileNow } from "./cluster-profile.fixture.ts";
import { applyDraftEdits, type DraftEdit } from "./draft-document.ts";
import {
  editsBetween,
  editsForMachineType,
  editsForNewPool,
  editsForProfile,
  editsForRegion,
  editsForRemovedPool,
  editsForWorkerless,
  editsForZones,
} from "./draft-edits.ts";
import { startingDraft } from "./starting-draft.ts";

const profile = offerOf(meadow);
const google = { ...offerOf({ ...meadow, type: "gcp" }), name: "hills" };
const choices: NewClusterChoices = {
  project: "p",
  namespace: "garden-p",
  maxNameLength: 20,
  takenNames: [],
  profiles: [profile, google],
  accounts: [
    { name: "own", type: "aws", credentialsKind: "Secret" },
    { name: "other", type: "gcp", credentialsKind: "Secret" },
  ],
  extensionTypes: { Network: ["calico", "cilium"] },
  exposureClasses: [],
  windows: { project: [], proposed: { begin: "030000+0000", end: "040000+0000", why: "" } },
};
const draft = startingDraft(choices, profileNow);

function edited(edits: readonly DraftEdit[], text = formatYaml(draft)) {
  const written = applyDraftEdits(text, edits);
  const parsed = parseYamlText(written);
  if (!parsed.ok) throw new Error(written);
  return { written, shoot: parsed.value.value };
}

const workers = ["spec", "provider", "workers"] as const;

test("the least that differs is edited, and what is equal is not written again", () => {
  const before = { a: 1, b: { c: [{ d: 1 }, { d: 2 }], e: "x" } };
  const after = { b: { c: [{ d: 1 }, { d: 3 }], e: "x" }, f: true };
  expect(editsBetween(before, after, ["spec"])).toEqual([
    { path: ["spec", "a"], value: undefined },
    { path: ["spec", "b", "c", 1, "d"], value: 3 },
    { path: ["spec", "f"], value: true },
  ]);
});

describe("a draft", () => {
  test("starts with the infrastructure for which the project has an account", () => {
    const only = { ...choices, accounts: choices.accounts.slice(1) };
    expect(fieldAt(startingDraft(only, profileNow), "spec", "cloudProfile", "name")).toBe("hills");
    expect(fieldAt(startingDraft({ ...only, profiles: [] }, profileNow), "metadata", "namespace")).toBe("garden-p");
  });

  test("keeps comments and unknown fields when it moves to another profile, with its account and region", () => {
    const text = `# mine\n${formatYaml(draft)}`.replace("spec:", "spec:\n  unheardOf: {a: 1} # kept");
    const { written, shoot } = edited(editsForProfile(draft, google, choices, profileNow), text);
    expect(written).toContain("# mine");
    expect(written).toContain("# kept");
    expect(fieldAt(shoot, "spec", "unheardOf")).toEqual({ a: 1 });
    expect(fieldAt(shoot, "spec", "credentialsBindingName")).toBe("other");
    expect(fieldAt(shoot, "spec", "provider", "type")).toBe("gcp");
    expect(fieldAt(shoot, "spec", "provider", "infrastructureConfig", "networks", "workers")).toBe("10.250.0.0/16");
  });

  test("that names a profile that is not offered gets everything of the profile that is chosen", () => {
    const lost = {
      kind: "Shoot",
      metadata: { name: "" },
      spec: { cloudProfile: { name: "gone" }, purpose: "testing" },
    };
    const { shoot } = edited(editsForProfile(lost, profile, choices, profileNow), formatYaml(lost));
    expect(fieldAt(shoot, "spec", "cloudProfile", "name")).toBe("meadow");
    expect(fieldAt(shoot, "spec", "region")).toBe("here");
    expect(fieldAt(shoot, "spec", "credentialsBindingName")).toBe("own");
    expect(fieldAt(shoot, ...workers, 0, "zones")).toEqual(["here-a"]);
  });

  test("has the zones of its new region, in its pools and in the infrastructure", () => {
    const { shoot } = edited(editsForRegion(draft, profile, "there", profileNow));
    expect(fieldAt(shoot, "spec", "region")).toBe("there");
    expect(fieldAt(shoot, ...workers, 0, "zones")).toEqual(["there-a"]);
    expect(fieldAt(shoot, "spec", "provider", "infrastructureConfig", "networks", "zones")).toEqual([
      expect.objectContaining({ name: "there-a" }),
    ]);
  });

  test("loses everything that a cluster without nodes may not have, and gets it back", () => {
    const change = { profile, choices, now: profileNow };
    const { shoot: bare } = edited(editsForWorkerless(draft, { ...change, workerless: true }));
    for (const path of [workers, ["spec", "credentialsBindingName"], ["spec", "networking", "nodes"]]) {
      expect(fieldAt(bare, ...path), path.join(".")).toBeUndefined();
    }
    const { shoot } = edited(editsForWorkerless(bare, { ...change, workerless: false }), formatYaml(bare));
    expect(shoot).toEqual(draft);
  });

  test("gets a pool under a free name, and loses it again", () => {
    const { shoot: two } = edited(editsForNewPool(draft, profile, profileNow));
    expect(fieldAt(two, ...workers, 1, "name")).toBe("worker-2");
    const { shoot: one } = edited(editsForRemovedPool(two, 0), formatYaml(two));
    const { shoot: other } = edited(editsForNewPool(one, profile, profileNow), formatYaml(one));
    expect([0, 1].map((index) => fieldAt(other, ...workers, index, "name"))).toEqual(["worker-2", "worker-3"]);
  });

  test("has an entry in the infrastructure for each new zone of a pool, and keeps the others", () => {
    const { shoot } = edited(editsForZones(draft, 0, { profile, zones: ["here-a", "here-c"] }));
    expect(fieldAt(shoot, "spec", "provider", "infrastructureConfig", "networks", "zones")).toEqual([
      fieldAt(draft, "spec", "provider", "infrastructureConfig", "networks", "zones", 0),
      expect.objectContaining({ name: "here-c" }),
    ]);
  });

  test("has the architecture of a chosen machine type", () => {
    const { shoot } = edited(editsForMachineType(draft, 0, { profile, type: "arm" }));
    expect(fieldAt(shoot, ...workers, 0, "machine")).toMatchObject({ type: "arm", architecture: "arm64" });
  });
});
