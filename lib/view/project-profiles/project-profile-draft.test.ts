import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ListedProjectProfile } from "#lib/contract/project/project-profiles.ts";
import { applyDraftEdits } from "#lib/create/draft-document.ts";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import { applyMergePatch } from "#lib/kube/apply-merge-patch.ts";
import { caseCount } from "#lib/testing/case-count.fixture.ts";
import { describeProjectProfile, firstOwnEnd } from "./describe-project-profile.ts";
import { editsForNodeLimit, editsToAddEnd, editsToRemoveEnd, overridableVersions, ownEndsOf } from "./own-ends.ts";
import { emptyProjectProfileSpec, formatProjectProfile } from "./project-profile-text.ts";
import { type ProjectProfileBase, validateProjectProfileDraft } from "./validate-project-profile-draft.ts";

const now = Date.parse("2026-03-01T10:00:00Z");
const [end, later] = ["2026-09-30T23:59:59Z", "2027-09-30T23:59:59Z"];
const cri = [{ name: "containerd" }];
const parent: CloudProfileSpec = {
  kubernetes: { versions: [{ version: "1.33.2", expirationDate: end }, { version: "1.34.0" }, { version: "1.34.1" }] },
  machineImages: [
    {
      name: "gardenlinux",
      updateStrategy: "major",
      versions: ["1.0.0", "2.0.0"].map((version) => ({ version, cri, architectures: ["amd64"] })),
    },
  ],
  machineTypes: [{ name: "m", architecture: "amd64", usable: true }],
};
const base: ProjectProfileBase = { stored: undefined, parentName: "meadow", parent, rights: {} };
const empty = formatProjectProfile({ name: "own", namespace: "garden-ml", spec: emptyProjectProfileSpec("meadow") });
const judge = (text: string, more: Partial<ProjectProfileBase> = {}) =>
  validateProjectProfileDraft(text, { ...base, ...more }, { nowAt: now, garden: {} });

function specOf(text: string) {
  const { spec } = judge(text);
  if (spec === undefined) throw new Error("the text cannot be read");
  return spec;
}

const added = (text: string, image: string | undefined, version: string) =>
  applyDraftEdits(text, editsToAddEnd(specOf(text), parent, { image, version }));

describe("an own end", () => {
  test("begins as that of the parent, and is required where the parent has none", () => {
    expect(specOf(added(empty, undefined, "1.33.2")).kubernetes?.versions).toEqual([
      { version: "1.33.2", expirationDate: end },
    ]);
    const { faults } = judge(added(empty, undefined, "1.34.0"));
    expect(faults.map(({ path }) => path)).toEqual(["spec.kubernetes.versions[0].expirationDate"]);
  });

  test("is offered once for each version of the parent", () => {
    const text = added(empty, "gardenlinux", "1.0.0");
    const offered = (image: string | undefined) =>
      overridableVersions(specOf(text), parent, image).map(({ version }) => version);
    expect(offered("gardenlinux")).toEqual(["2.0.0"]);
    expect(offered(undefined)).toEqual(["1.33.2", "1.34.0", "1.34.1"]);
  });

  test("stands beside that of the parent, with the place of its errors", () => {
    const text = added(added(empty, "gardenlinux", "1.0.0"), undefined, "1.33.2");
    expect(ownEndsOf(specOf(text), parent)).toMatchObject([
      { image: undefined, version: "1.33.2", path: "spec.kubernetes.versions[0]", end },
      { image: "gardenlinux", path: "spec.machineImages[0].versions[0]", inParent: { version: "1.0.0" } },
    ]);
  });

  test("of the latest version is refused at its place before the garden is asked", () => {
    const place = ["spec", "kubernetes", "versions", 0, "expirationDate"] as const;
    const text = applyDraftEdits(added(empty, undefined, "1.34.1"), [{ path: [...place], value: later }]);
    expect(judge(text).faults).toMatchObject([{ path: place.join(".").replace(".0.", "[0].") }]);
  });

  test("added and removed again leaves the text as it was, whatever stands beside it", () => {
    const choices = fc.uniqueArray(
      fc.constantFrom<readonly [string | undefined, string]>(
        [undefined, "1.33.2"],
        [undefined, "1.34.0"],
        ["gardenlinux", "1.0.0"],
        ["gardenlinux", "2.0.0"],
      ),
      { selector: ([, version]) => version, minLength: 1 },
    );
    fc.assert(
      fc.property(choices, ([first, ...others]) => {
        if (first === undefined) return;
        const before = others.reduce((text, [image, version]) => added(text, image, version), empty);
        const text = added(before, ...first);
        const own = ownEndsOf(specOf(text), parent).find(({ version }) => version === first[1]);
        if (own === undefined) throw new Error("the end was not added");
        expect(applyDraftEdits(text, editsToRemoveEnd(specOf(text), own))).toBe(before);
      }),
      { numRuns: caseCount(50, 500) },
    );
  });
});

describe("a draft", () => {
  test("of a new profile is the patch of one that changes nothing", () => {
    const { patch, spec } = judge(applyDraftEdits(empty, editsForNodeLimit(5)));
    expect(patch).toEqual({ limits: { maxNodesTotal: 5 } });
    expect(applyMergePatch(emptyProjectProfileSpec("meadow"), patch)).toEqual(spec);
    expect(applyDraftEdits(applyDraftEdits(empty, editsForNodeLimit(5)), editsForNodeLimit(undefined))).toBe(empty);
  });

  test("says which part the user's role cannot change", () => {
    const text = added(empty, undefined, "1.33.2");
    expect(judge(text).faults).toEqual([]);
    expect(judge(text, { rights: { kubernetes: false } }).faults).toMatchObject([{ path: "spec.kubernetes" }]);
    expect(judge(text, { rights: { machineImages: false } }).faults).toEqual([]);
  });

  test.each<[string, string, string]>([
    ["another parent", empty.replace("meadow", "valley"), "spec.parent"],
    ["a name that is none", empty.replace("name: own", "name: Own_Profile"), "metadata.name"],
    ["another kind", empty.replace("kind: Namespaced", "kind: "), "kind"],
    ["a parent that is no object", empty.replace(/parent:[\s\S]*/, "parent: meadow\n"), "spec.parent"],
  ])("with %s is refused", (_what, text, path) => {
    expect(judge(text).faults.map((fault) => fault.path)).toContain(path);
  });
});

test("a profile is described by a sentence for each kind of change, and by the first end that is its own", () => {
  const ends = ["1.33.2", "1.32.1", "1.31.1", "1.30.1"].map((version) => ({
    version,
    onlyHere: false,
    here: version === "1.31.1" ? end : later,
    parent: end,
  }));
  const profile: ListedProjectProfile = {
    ...{ name: "own", uid: "u", parent: "meadow", hasCertificates: false, hasProviderConfig: true },
    state: "merged",
    overrides: [...ends, { image: "own-linux", version: "3.0.0", onlyHere: true, here: "2026-04-01T00:00:00Z" }],
    machineTypes: ["gpu"],
    volumeTypes: [],
    maxNodesTotal: 7,
  };
  expect(describeProjectProfile(profile)).toEqual([
    "Own ends: Kubernetes 1.33.2 until 30 Sep 2027, Kubernetes 1.32.1 until 30 Sep 2027, Kubernetes 1.31.1 until 30 Sep 2026 and 1 more.",
    "Adds own-linux 3.0.0.",
    "Machine types: gpu.",
    "At most 7 nodes in a cluster.",
    "Has settings for the provider.",
  ]);
  expect(firstOwnEnd(profile)).toMatchObject({ label: "Kubernetes 1.31.1: 30 Sep 2026" });
});
