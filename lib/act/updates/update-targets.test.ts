import { describe, expect, test } from "vitest";
import { controlPlaneTargets, preferredControlPlaneTarget, withControlPlaneTarget } from "./control-plane-targets.ts";
import { imageTargets, preferredImageTarget } from "./image-targets.ts";
import { poolVersionChoicesOf, targetToPin, targetToRaisePin, targetToUnpin } from "./pool-targets.ts";
import { emptyUpdateDraft, type UpdateDraft } from "./update-draft.ts";
import {
  updateContextOf,
  updateContextWithoutProfile,
  updateFixturePool,
  updateShootWith,
} from "./update-shoot.fixture.ts";
import { validateUpdateDraft } from "./validate-update-draft.ts";

const newer = { machine: { type: "m5.xlarge", image: { name: "gardenlinux", version: "1877.6.0" } } };

function controlPlane(workers: Parameters<typeof updateShootWith>[0], draft: UpdateDraft = emptyUpdateDraft) {
  const targets = controlPlaneTargets(updateContextOf(updateShootWith(workers)), draft);
  return new Map(targets.map((target) => [target.version, target]));
}

describe("targets of the control plane", () => {
  test("every other version of the profile is there, the newest first", () => {
    expect([...controlPlane([updateFixturePool("a", newer)]).keys()]).toEqual([
      "1.36.1",
      "1.35.6",
      "1.34.9",
      "1.34.5",
      "1.34.2",
      "1.34.1",
      "1.33.9",
      "1.32.14",
    ]);
  });

  test.each<[string, string, string, RegExp]>([
    [
      "the next minor is offered with what it does to the nodes",
      "1.34.9",
      "offered",
      /^Up to 6 nodes are replaced in pool a\.$/,
    ],
    ["a deprecated version is offered, and its tag says so", "1.34.5", "offered", /replaced/],
    ["an unclassified version is offered", "1.34.2", "offered", /replaced/],
  ])("%s", (_, version, verdict, effect) => {
    const target = controlPlane([updateFixturePool("a", newer)]).get(version);
    expect(target).toMatchObject({ verdict, reasons: [], step: "minor" });
    expect(target?.effect).toMatch(effect);
  });

  test.each<[string, string, string, RegExp]>([
    ["an expired version would be left again", "1.34.1", "discouraged", /^Expired: /],
    ["a skipped minor names the way", "1.35.6", "refused", /skipped: go over 1\.34\.9 first/],
    ["a skip of two minors names both", "1.36.1", "refused", /go over 1\.34\.9 and 1\.35\.6 first/],
    ["nothing goes back", "1.33.9", "refused", /cannot go back from 1\.33\.13 to 1\.33\.9/],
  ])("%s", (_, version, verdict, reason) => {
    const target = controlPlane([updateFixturePool("a", newer)]).get(version);
    expect(target?.verdict).toBe(verdict);
    expect(target?.reasons).toHaveLength(1);
    expect(target?.reasons[0]).toMatch(reason);
  });

  test("a preview is possible, and said to be no version for production", () => {
    const shoot = updateShootWith([], { kubernetes: { version: "1.35.6" } });
    const [preview] = controlPlaneTargets(updateContextOf(shoot), emptyUpdateDraft);
    expect(preview).toMatchObject({ version: "1.36.1", verdict: "discouraged", step: "minor" });
    expect(preview?.reasons[0]).toMatch(/^A preview version: /);
  });

  test("a minor that the profile does not have leaves no path", () => {
    const gap = { kubernetes: { versions: [{ version: "1.35.6" }, { version: "1.33.13" }] } };
    const [target] = controlPlaneTargets(updateContextOf(updateShootWith([]), gap), emptyUpdateDraft);
    expect(target?.reasons).toEqual(["No path: Gardener goes minor by minor, and the profile lists no 1.34."]);
  });

  test("a pool too far behind is named, and raising it in the same change frees the way", () => {
    const shoot = updateShootWith([updateFixturePool("a", { ...newer, kubernetes: { version: "1.31.4" } })], {
      kubernetes: { version: "1.34.9" },
    });
    const at = (draft: UpdateDraft) =>
      controlPlaneTargets(updateContextOf(shoot), draft).find(({ version }) => version === "1.35.6");
    expect(at(emptyUpdateDraft)).toMatchObject({ verdict: "refused", codes: ["POOL_SKEW"] });
    expect(at(emptyUpdateDraft)?.reasons[0]).toMatch(/^Pool a: The pool's version 1\.31\.4 is too far behind/);
    expect(at({ pools: { a: { kubernetes: "1.33.13" } } })?.verdict).toBe("offered");
  });

  test("an image that does not run the new kubelet is named, and updating it in the same change frees the way", () => {
    const refused = controlPlane([updateFixturePool("a")]).get("1.34.9");
    expect(refused?.reasons).toEqual([
      "Pool a: The pool's image only runs kubelets < 1.34, and the pool would run 1.34.9.",
    ]);
    const both = controlPlane([updateFixturePool("a")], {
      pools: { a: { image: { name: "gardenlinux", version: "1877.6.0" } } },
    });
    expect(both.get("1.34.9")?.verdict).toBe("offered");
  });

  test("what is wrong elsewhere in the draft makes no version impossible", () => {
    const draft: UpdateDraft = { pools: { a: { maxSurge: "many" } } };
    expect(controlPlane([updateFixturePool("a", newer)], draft).get("1.34.9")).toMatchObject({
      verdict: "offered",
      codes: [],
    });
  });

  test("fields that end go along, and a SecretBinding, which cannot, blocks", () => {
    const shoot = updateShootWith([updateFixturePool("a", newer)], {
      kubernetes: { version: "1.34.9" },
      addons: { nginxIngress: { enabled: true } },
    });
    const target = preferredControlPlaneTarget(controlPlaneTargets(updateContextOf(shoot), emptyUpdateDraft), "minor");
    expect(target).toMatchObject({ version: "1.35.6", clears: ["spec.addons"], verdict: "offered" });
    expect(target && withControlPlaneTarget(emptyUpdateDraft, target)).toEqual({
      controlPlane: "1.35.6",
      clearFields: true,
      pools: {},
    });

    const bound = updateShootWith([updateFixturePool("a", newer)], { secretBindingName: "aws" });
    const blocked = controlPlaneTargets(updateContextOf(bound), emptyUpdateDraft).find(
      ({ version }) => version === "1.34.9",
    );
    expect(blocked).toMatchObject({ verdict: "refused", codes: ["FIELD_NOT_SUPPORTED"] });
    expect(blocked?.reasons[0]).toMatch(/^spec\.secretBindingName: This field is no longer supported/);
  });

  test("a cluster in deletion refuses everything with one reason", () => {
    const shoot = updateShootWith([updateFixturePool("a", newer)]);
    const deleting = { ...shoot, metadata: { ...shoot.metadata, deletionTimestamp: "2026-10-31T00:00:00Z" } };
    const targets = controlPlaneTargets(updateContextOf(deleting), emptyUpdateDraft);
    expect(new Set(targets.flatMap(({ reasons }) => reasons)).size).toBe(1);
    expect(targets.every(({ verdict }) => verdict === "refused")).toBe(true);
  });

  test("without a profile nothing is invented", () => {
    expect(controlPlaneTargets(updateContextWithoutProfile(updateShootWith([])), emptyUpdateDraft)).toEqual([]);
  });

  test("a version that cannot be read does not break the others", () => {
    const shoot = updateShootWith([], { kubernetes: { version: "latest" } });
    expect(controlPlaneTargets(updateContextOf(shoot), emptyUpdateDraft).length).toBeGreaterThan(5);
  });
});

describe("targets of a pool's Kubernetes", () => {
  const choicesOf = (differs: Parameters<typeof updateFixturePool>[1], draft: UpdateDraft = emptyUpdateDraft) =>
    poolVersionChoicesOf(
      updateContextOf(updateShootWith([updateFixturePool("a", { ...newer, ...differs })])),
      draft,
      updateFixturePool("a", { ...newer, ...differs }),
    );
  const target = (choices: ReturnType<typeof choicesOf>, choice: string | null) =>
    choices.targets.find((one) => one.choice === choice);

  test("a pool that follows can be pinned at what it runs, and its nodes do not notice", () => {
    expect(targetToPin(choicesOf({}))).toMatchObject({
      choice: "1.33.13",
      verdict: "offered",
      effect: "Nodes are not affected.",
    });
    expect(targetToRaisePin(choicesOf({}))).toBeUndefined();
    expect(targetToUnpin(choicesOf({}))).toBeUndefined();
  });

  test("a first pin below the control plane is refused", () => {
    expect(target(choicesOf({}), "1.32.14")).toMatchObject({ verdict: "refused", codes: ["K8S_DOWNGRADE"] });
  });

  test("a pin above the control plane is refused, until the control plane is raised in the same change", () => {
    expect(target(choicesOf({}), "1.34.9")).toMatchObject({ codes: ["POOL_NEWER_THAN_CONTROL_PLANE"] });
    expect(target(choicesOf({}, { controlPlane: "1.34.9", pools: {} }), "1.34.9")?.verdict).toBe("offered");
    expect(targetToPin(choicesOf({}, { controlPlane: "1.34.9", pools: {} }))?.effect).toBe("Nodes are not affected.");
  });

  test("a pinned pool can be raised to the control plane, or follow it again; both replace its nodes", () => {
    const pinned = choicesOf({ kubernetes: { version: "1.32.14" } });
    expect(pinned).toMatchObject({ current: "1.32.14", pin: "1.32.14" });
    expect(targetToRaisePin(pinned)).toMatchObject({
      choice: "1.33.13",
      effect: "3 to 6 nodes are replaced, in 3 to 6 waves.",
    });
    expect(targetToUnpin(pinned)).toMatchObject({ choice: null, version: "1.33.13", verdict: "offered" });
  });

  test("unpinning over more than one minor is advised against where nodes are replaced, and refused in place", () => {
    const far = { controlPlane: "1.34.9", pools: {} };
    const rolling = targetToUnpin(choicesOf({ kubernetes: { version: "1.32.14" } }, far));
    expect(rolling?.verdict).toBe("discouraged");
    const inPlace = { updateStrategy: "AutoInPlaceUpdate", kubernetes: { version: "1.32.14" } };
    expect(targetToUnpin(choicesOf(inPlace, far))).toMatchObject({ verdict: "refused", codes: ["K8S_MINOR_SKIP"] });
  });

  test("without a profile what a pool runs can still be pinned", () => {
    const choices = poolVersionChoicesOf(
      updateContextWithoutProfile(updateShootWith([updateFixturePool("a")])),
      emptyUpdateDraft,
      updateFixturePool("a"),
    );
    expect(choices.targets).toMatchObject([{ choice: "1.33.13", classification: "unknown", verdict: "offered" }]);
  });
});

describe("targets of a pool's image", () => {
  const targetsOf = (differs: Parameters<typeof updateFixturePool>[1] = {}) => {
    const one = updateFixturePool("a", differs);
    return imageTargets(updateContextOf(updateShootWith([one])), emptyUpdateDraft, one);
  };
  const verdicts = (targets: ReturnType<typeof targetsOf>) =>
    targets.map(({ image, version, verdict }) => `${image} ${version} ${verdict}`);

  test("the pool's own image comes first, each image's newest version first, and each has its verdict", () => {
    expect(verdicts(targetsOf())).toEqual([
      "gardenlinux 2061.0.0 discouraged",
      "gardenlinux 1900.0.0 refused",
      "gardenlinux 1877.6.0 offered",
      "gardenlinux 1443.20.0 refused",
      "suse-chost 15.7.20260901 offered",
    ]);
  });

  test("the newest version that stands is preferred, and said to replace the nodes", () => {
    const targets = targetsOf();
    expect(preferredImageTarget(targets, updateFixturePool("a"))).toMatchObject({
      version: "1877.6.0",
      effect: "3 to 6 nodes are replaced, in 3 to 6 waves.",
      inPlaceFrom: "1592.9.0",
    });
  });

  test("a pool whose nodes are replaced may go back, and is warned", () => {
    const back = targetsOf(newer).find(({ version }) => version === "1592.9.0");
    expect(back).toMatchObject({ verdict: "discouraged", kubelets: "< 1.34" });
    expect(back?.reasons).toEqual(["Older than 1877.6.0, which the pool runs."]);
    expect(preferredImageTarget(targetsOf(newer), updateFixturePool("a", newer))).toBeUndefined();
  });

  test("a pool updated in place goes only to where that is possible, and never to another image", () => {
    const inPlace = targetsOf({ updateStrategy: "AutoInPlaceUpdate" });
    expect(inPlace.filter(({ verdict }) => verdict !== "refused").map(({ version }) => version)).toEqual(["1877.6.0"]);
    expect(inPlace.find(({ version }) => version === "1877.6.0")?.effect).toMatch(/updated in place/);
  });

  test("an image that does not run the pool's kubelet is refused by its constraint", () => {
    const shoot = updateShootWith([updateFixturePool("a", newer)], { kubernetes: { version: "1.34.9" } });
    const target = imageTargets(updateContextOf(shoot), emptyUpdateDraft, updateFixturePool("a", newer)).find(
      ({ version }) => version === "1592.9.0",
    );
    expect(target).toMatchObject({ verdict: "refused", codes: ["IMAGE_KUBELET_CONSTRAINT"] });
  });
});

describe("a draft is refused as the API server would", () => {
  const faultsOf = (edit: UpdateDraft["pools"][string], differs: Parameters<typeof updateFixturePool>[1] = {}) =>
    validateUpdateDraft(updateContextOf(updateShootWith([updateFixturePool("a", { ...newer, ...differs })])), {
      pools: { a: edit },
    }).faults.map(({ pool: name, field, sentence }) => `${name} ${field}: ${sentence}`);

  test.each<[string, UpdateDraft["pools"][string], readonly string[]]>([
    ["a sound surge has no fault", { maxSurge: "25%", maxUnavailable: "1" }, []],
    [
      "both zero",
      { maxSurge: "0" },
      ["a maxUnavailable: New and unavailable nodes cannot both be zero: no update could ever proceed."],
    ],
    ["an emptied surge gets its default", { maxSurge: "", maxUnavailable: "0" }, []],
    ["a negative number", { maxSurge: "-1" }, ["a maxSurge: A negative value is not allowed."]],
    [
      "more than all",
      { maxUnavailable: "101%" },
      ["a maxUnavailable: No more than 100% of the nodes can be unavailable."],
    ],
    [
      "no duration",
      { settings: { machineDrainTimeout: "soon" } },
      ["a machineDrainTimeout: A duration such as 10m is needed."],
    ],
    ["no number", { settings: { maxEvictRetries: "often" } }, ["a maxEvictRetries: A whole number is needed."]],
    [
      "neither true nor false",
      { settings: { disableHealthTimeout: "perhaps" } },
      ["a disableHealthTimeout: Either true or false is needed."],
    ],
    [
      "in place only",
      { settings: { inPlaceUpdateTimeout: "5m" } },
      ["a inPlaceUpdateTimeout: This setting is only for pools that are updated in place."],
    ],
    [
      "more failed machines than nodes",
      { settings: { autoPreserveFailedMachineMax: "7" } },
      ["a autoPreserveFailedMachineMax: One node of the pool must be left for system components."],
    ],
    [
      "another way of updating",
      { updateStrategy: "AutoInPlaceUpdate" },
      ["a updateStrategy: A pool whose nodes are replaced cannot change to in-place updates: create a new pool."],
    ],
  ])("%s", (_, edit, expected) => {
    expect(faultsOf(edit)).toEqual(expected);
  });

  test("automatic and manual updates in place can be exchanged, and the numbers go with it", () => {
    const inPlace = { updateStrategy: "AutoInPlaceUpdate", maxSurge: 0, maxUnavailable: 1 };
    expect(faultsOf({ updateStrategy: "ManualInPlaceUpdate" }, inPlace)).toEqual([]);
    expect(faultsOf({ updateStrategy: "ManualInPlaceUpdate", maxSurge: "0" }, inPlace)).toHaveLength(1);
  });

  test("what would be refused in any change is told apart from what this change brings", () => {
    const shoot = updateShootWith([updateFixturePool("a", newer)], {
      kubernetes: { version: "1.34.9" },
      secretBindingName: "aws",
    });
    const { faults, standing } = validateUpdateDraft(updateContextOf(shoot), { pools: { a: { maxSurge: "2" } } });
    expect(faults).toEqual([]);
    expect(standing).toEqual(["spec.secretBindingName: This field is no longer supported with Kubernetes 1.34.9."]);
  });
});
