import { describe, expect, test } from "vitest";
import type { Worker } from "#lib/garden/shoot.ts";
import { applyMergePatch } from "#lib/kube/apply-merge-patch.ts";
import { actOfUpdateDraft } from "./act-of-update-draft.ts";
import { applyDraft, missingPoolsOfDraft } from "./apply-draft.ts";
import { applyPoolEdit } from "./apply-pool-edit.ts";
import { draftEditsOf } from "./draft-edits.ts";
import {
  emptyUpdateDraft,
  type PoolEdit,
  type UpdateDraft,
  withMachineSetting,
  withPoolEdit,
  withShootEdit,
} from "./update-draft.ts";
import { updateContextOf, updateFixturePool, updateShootWith } from "./update-shoot.fixture.ts";

const { rules } = updateContextOf(updateShootWith([]));

describe("an edit of a pool", () => {
  const kubelet = { maxPods: 200 };
  test.each<[string, Partial<Worker>, PoolEdit, Partial<Worker>]>([
    ["a pin is added", {}, { kubernetes: "1.33.13" }, { kubernetes: { version: "1.33.13" } }],
    [
      "a pin leaves the kubelet's settings alone",
      { kubernetes: { kubelet } },
      { kubernetes: "1.33.13" },
      { kubernetes: { kubelet, version: "1.33.13" } },
    ],
    [
      "unpinning keeps the kubelet's settings",
      { kubernetes: { version: "1.32.14", kubelet } },
      { kubernetes: null },
      { kubernetes: { kubelet } },
    ],
    [
      "another version of the same image keeps its settings for the provider",
      { machine: { type: "m", image: Object.assign({ providerConfig: { a: 1 } }, { name: "gl", version: "1" }) } },
      { image: { name: "gl", version: "2" } },
      { machine: { type: "m", image: Object.assign({ providerConfig: { a: 1 } }, { name: "gl", version: "2" }) } },
    ],
    [
      "another image does not take the settings of the one before",
      { machine: { type: "m", image: Object.assign({ providerConfig: { a: 1 } }, { name: "gl", version: "1" }) } },
      { image: { name: "chost", version: "2" } },
      { machine: { type: "m", image: { name: "chost", version: "2" } } },
    ],
    ["the size", { minimum: 1, maximum: 3 }, { minimum: 2, maximum: 5 }, { minimum: 2, maximum: 5 }],
    ["one end of the size", { minimum: 1, maximum: 3 }, { maximum: 0 }, { minimum: 1, maximum: 0 }],
    [
      "numbers are numbers and percentages texts",
      {},
      { maxSurge: " 2 ", maxUnavailable: "25%" },
      { maxSurge: 2, maxUnavailable: "25%" },
    ],
    [
      "what cannot be read stays as it is typed, for the rules to refuse",
      {},
      { maxSurge: "many" },
      { maxSurge: "many" },
    ],
    [
      "settings are read by their kind",
      { machineControllerManager: { machineDrainTimeout: "1h", custom: true } },
      {
        settings: {
          maxEvictRetries: "30",
          nodeConditions: "A, B",
          machineDrainTimeout: "",
          disableHealthTimeout: "false",
        },
      },
      {
        machineControllerManager: {
          custom: true,
          maxEvictRetries: 30,
          nodeConditions: ["A", "B"],
          disableHealthTimeout: false,
        },
      },
    ],
  ])("%s", (_, before, edit, after) => {
    expect(applyPoolEdit(updateFixturePool("a", before), edit)).toEqual(updateFixturePool("a", after));
  });

  test("unpinning a pool that had nothing else there takes the whole block away", () => {
    expect(
      applyPoolEdit(updateFixturePool("a", { kubernetes: { version: "1.32.14" } }), { kubernetes: null }),
    ).not.toHaveProperty("kubernetes");
  });

  test("manual in-place updates take both numbers away, because the API server refuses even a zero", () => {
    const before = updateFixturePool("a", { updateStrategy: "AutoInPlaceUpdate", maxSurge: 0, maxUnavailable: 1 });
    const after = applyPoolEdit(before, { updateStrategy: "ManualInPlaceUpdate" });
    expect(after).toMatchObject({ updateStrategy: "ManualInPlaceUpdate" });
    expect(after).not.toHaveProperty("maxSurge");
    expect(after).not.toHaveProperty("maxUnavailable");
  });

  test("an emptied number and the last emptied setting leave no trace", () => {
    const before = updateFixturePool("a", { machineControllerManager: { maxEvictRetries: 3 } });
    const after = applyPoolEdit(before, { maxSurge: "", settings: { maxEvictRetries: " " } });
    expect(after).not.toHaveProperty("maxSurge");
    expect(after).not.toHaveProperty("machineControllerManager");
  });
});

describe("the one change of a draft", () => {
  const unknown = Object.assign(updateFixturePool("a"), { fieldFromTheFuture: { deep: [1] } });
  const spec = updateShootWith([unknown, updateFixturePool("b", { kubernetes: { version: "1.32.14" } })]).spec;

  test("holds the control plane and all pools, with what this build does not know", () => {
    const draft = withPoolEdit(withShootEdit(emptyUpdateDraft, { controlPlane: "1.34.9" }), "b", {
      kubernetes: "1.33.13",
    });
    const act = actOfUpdateDraft(spec, draft, rules);
    if (act?.kind !== "change") throw new Error("no change");
    expect(act.about).toBe("kubernetes-version");
    expect(act.patch).toEqual({
      spec: {
        kubernetes: { version: "1.34.9" },
        provider: { workers: [unknown, updateFixturePool("b", { kubernetes: { version: "1.33.13" } })] },
      },
    });
    expect(applyMergePatch({ spec }, act.patch)).toEqual({ spec: applyDraft(spec, draft, rules) });
  });

  test.each<[string, UpdateDraft, string]>([
    [
      "a pool's version",
      { pools: { a: { kubernetes: "1.33.13", image: { name: "x", version: "1" } } } },
      "pool-versions",
    ],
    ["an image", { pools: { a: { image: { name: "x", version: "1" }, maxSurge: "2" } } }, "machine-images"],
    ["a setting", { confine: true, pools: { a: { maxSurge: "2" } } }, "pool-settings"],
    ["a pool's size", { pools: { a: { maximum: 9 } } }, "pool-settings"],
    ["when it comes, alone", { confine: true, pools: {} }, "spec-update-rollout"],
  ])("says that it is about %s", (_, draft, about) => {
    expect(actOfUpdateDraft(spec, draft, rules)).toMatchObject({ about });
  });

  test.each<[string, UpdateDraft]>([
    ["an empty draft", emptyUpdateDraft],
    ["a wish that is fulfilled already", { controlPlane: "1.33.13", pools: { b: { kubernetes: "1.32.14" } } }],
    ["a wish about a pool that is gone", { pools: { gone: { kubernetes: "1.33.13" } } }],
  ])("is none for %s", (_, draft) => {
    expect(actOfUpdateDraft(spec, draft, rules)).toBeUndefined();
    expect(draftEditsOf(spec, draft, rules)).toEqual([]);
  });

  test("names pools that are no longer there", () => {
    expect(missingPoolsOfDraft(spec, { pools: { gone: {}, a: {} } })).toEqual(["gone"]);
  });

  test("takes away what the new version refuses, when that is wanted", () => {
    const { spec: old } = updateShootWith([], {
      kubernetes: { version: "1.34.9", kubeAPIServer: { enableAnonymousAuthentication: false, eventTTL: "1h" } },
      addons: { nginxIngress: { enabled: false } },
    });
    const draft: UpdateDraft = { controlPlane: "1.35.6", clearFields: true, pools: {} };
    expect(actOfUpdateDraft(old, draft, rules)).toMatchObject({
      patch: {
        spec: {
          addons: null,
          kubernetes: { version: "1.35.6", kubeAPIServer: { enableAnonymousAuthentication: null } },
        },
      },
    });
    expect(draftEditsOf(old, draft, rules).map(({ words }) => words)).toEqual([
      "Control plane 1.34.9 to 1.35.6",
      "Without spec.kubernetes.kubeAPIServer.enableAnonymousAuthentication and spec.addons, which 1.35.6 refuses",
    ]);
  });

  test("can hold changes back for the window, and can stop to", () => {
    const held = actOfUpdateDraft(spec, { confine: true, pools: {} }, rules);
    expect(held).toMatchObject({ patch: { spec: { maintenance: { confineSpecUpdateRollout: true } } } });
    const confined = { ...spec, maintenance: { confineSpecUpdateRollout: true } };
    expect(actOfUpdateDraft(confined, { confine: true, pools: {} }, rules)).toBeUndefined();
    expect(actOfUpdateDraft(confined, { confine: false, pools: {} }, rules)).toMatchObject({
      patch: { spec: { maintenance: { confineSpecUpdateRollout: false } } },
    });
  });
});

describe("the lines of a draft", () => {
  const { spec } = updateShootWith([
    updateFixturePool("a"),
    updateFixturePool("b", {
      kubernetes: { version: "1.32.14" },
      machineControllerManager: { machineDrainTimeout: "1h" },
    }),
  ]);
  const draft: UpdateDraft = {
    controlPlane: "1.34.9",
    confine: true,
    pools: {
      a: { kubernetes: "1.33.13", image: { name: "gardenlinux", version: "1877.6.0" }, maxSurge: "2" },
      b: { kubernetes: null, settings: { machineDrainTimeout: "", maxEvictRetries: "5" } },
    },
  };

  test("say every wish in words", () => {
    expect(draftEditsOf(spec, draft, rules).map(({ words }) => words)).toEqual([
      "Control plane 1.33.13 to 1.34.9",
      "Pool a pinned at 1.33.13",
      "Pool a: image gardenlinux 1592.9.0 to gardenlinux 1877.6.0",
      "Pool a: maxSurge 1 to 2",
      "Pool b follows the control plane again (pinned at 1.32.14)",
      "Pool b: machineDrainTimeout 1h to the default",
      "Pool b: maxEvictRetries the default to 5",
      "From now on changes wait for the maintenance window",
    ]);
  });

  test("can be taken back one by one until nothing is left", () => {
    let left = draft;
    for (let lines = draftEditsOf(spec, left, rules); lines[0]; lines = draftEditsOf(spec, left, rules)) {
      left = lines[0].without;
    }
    expect(left).toEqual(emptyUpdateDraft);
  });

  test("a setting that is taken back leaves the others", () => {
    expect(withMachineSetting(draft, "b", "maxEvictRetries", undefined).pools.b?.settings).toEqual({
      machineDrainTimeout: "",
    });
  });
});
