import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyDraft } from "#lib/act/updates/apply-draft.ts";
import type { UpdateContext } from "#lib/act/updates/spec-validator.ts";
import {
  updateFixturePool as pool,
  updateContextOf,
  updateContextWithoutProfile,
  updateShootWith,
} from "#lib/act/updates/update-shoot.fixture.ts";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import { parseShoot } from "#lib/garden/parse-shoot.ts";
import type { Shoot, ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { applyMergePatch } from "#lib/kube/apply-merge-patch.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { applyDefaultsToChange } from "#lib/policy/changes/default-change.ts";
import { predictChangeImpact } from "#lib/policy/changes/predict-change-impact.ts";
import { newestRules } from "#lib/policy/editions/gardener-rules.ts";
import { caseCount } from "#lib/testing/case-count.fixture.ts";
import { type PoolListChange, planPoolRemoval, planSuccessor } from "./change-pool-list.ts";
import { planControlPlaneUpdate } from "./plan-control-plane-update.ts";
import { highestControlPlaneMinor } from "./pool-deadline.ts";
import { poolReplacementOf } from "./pool-replacement.ts";
import { successorPoolName } from "./successor-pool.ts";

const row = sampleFleetRow({ lastOperation: { type: "Reconcile", state: "Succeeded" } });

function shootWithSpec(shoot: Shoot, spec: ShootSpec): Shoot {
  return { ...shoot, spec };
}

/** The Shoot after a change, as the API server stores it: with the image versions that it chooses. */
function changed({ shoot, profile, rules, now }: UpdateContext, { actOn }: PoolListChange): Shoot {
  const act = actOn(shoot.spec);
  const merged = act?.kind === "change" ? applyMergePatch(shoot, act.patch) : undefined;
  const next = isRecord(merged) ? parseShoot(merged) : undefined;
  if (next === undefined) throw new Error("the change does nothing");
  const change = { old: shoot.spec, new: next.spec, profile, now, deleting: false };
  return { ...next, spec: applyDefaultsToChange(change, rules).spec };
}

function acceptedByPreview({ shoot, profile, rules, now }: UpdateContext, next: Shoot): readonly string[] {
  const { faults } = predictChangeImpact(shoot.spec, next.spec, profile, { rules, now, namespace: "garden-pay" });
  return faults.map(({ path, code }) => `${path} ${code}`);
}

const machine = {
  type: "m5.xlarge",
  architecture: "amd64",
  image: { name: "gardenlinux", version: "1877.6.0" },
} as const;

describe("the control plane", () => {
  test("goes to the newest supported patch of the next minor version, while the chosen pools are pinned", () => {
    const context = updateContextOf(updateShootWith([pool("data"), pool("web", { machine })]));
    const { target, draft, refusals } = planControlPlaneUpdate(context, ["data"]);
    expect([target?.version, refusals]).toEqual(["1.34.9", []]);
    expect(draft.pools).toEqual({ data: { kubernetes: "1.33.13" } });
  });

  test("stays where the profile lists no next minor version, or cannot be read", () => {
    const newest = updateShootWith([pool("data")], { kubernetes: { version: "1.36.1" } });
    expect(planControlPlaneUpdate(updateContextOf(newest), ["data"])).toMatchObject({
      target: undefined,
      refusals: ["The profile lists no version of Kubernetes 1.37."],
    });
    const { refusals } = planControlPlaneUpdate(updateContextWithoutProfile(newest), ["data"]);
    expect(refusals).toEqual(["The available versions are not known, because the profile cannot be read."]);
  });

  test("goes to a preview version where there is no other, and the target says why that is discouraged", () => {
    const shoot = updateShootWith([pool("data")], { kubernetes: { version: "1.35.6" } });
    const { target, refusals } = planControlPlaneUpdate(updateContextOf(shoot), ["data"]);
    expect([target?.version, target?.verdict, refusals]).toEqual(["1.36.1", "discouraged", []]);
  });

  test("is refused while a pool would be too far behind, in the words of the update form", () => {
    const shoot = updateShootWith([pool("data", { kubernetes: { version: "1.31.1" } })], {
      kubernetes: { version: "1.34.9" },
    });
    const { refusals } = planControlPlaneUpdate(updateContextOf(shoot), ["data"]);
    expect(refusals.join()).toMatch(/Pool data/);
    expect(highestControlPlaneMinor("1.31.1", newestRules)).toBe("1.34");
  });
});

describe("a successor", () => {
  test.each([
    ["data", "1.34.9", [], "data-134"],
    ["data-133", "1.34.9", [], "data-134"],
    ["data", "1.34.9", ["data-134"], "data-134-2"],
    ["data-134", "1.34.9", ["data-134", "data-134-2"], "data-134-3"],
    ["fifteen-letters", "1.34.9", [], "fifteen-let-134"],
    ["analytics-x-big", "1.34.9", ["analytics-x-134"], "analytics-134-2"],
    ["pool-100", "1.34.9", [], "pool-134"],
  ])("of %s at %s, next to %s, is named %s", (name, version, taken, wanted) => {
    expect(successorPoolName(name, version, new Set(taken))).toBe(wanted);
  });

  test("copies everything but the name and the Kubernetes version, and keeps the pool's own kubelet settings", () => {
    const old = pool("data", {
      ...{ labels: { tier: "db" }, taints: [{ key: "a", effect: "NoSchedule" }], priority: 3 },
      machine,
      kubernetes: { version: "1.33.13", kubelet: { maxPods: 80 } },
    });
    const context = updateContextOf(updateShootWith([old], { kubernetes: { version: "1.34.9" } }));
    const next = changed(context, planSuccessor(context, "data"));
    const { workers } = next.spec.provider;
    expect(workers?.[1]?.kubernetes?.version ?? undefined).toBeUndefined();
    expect(workers).toMatchObject([old, { ...old, name: "data-134", kubernetes: { kubelet: { maxPods: 80 } } }]);
  });

  test("leaves the version of its image to the garden where the copied one does not run the new kubelet", () => {
    const old = pool("data", { kubernetes: { version: "1.33.13" } });
    const context = updateContextOf(updateShootWith([old], { kubernetes: { version: "1.34.9" } }));
    const plan = planSuccessor(context, "data");
    expect([plan.newImageVersion, plan.refusals]).toEqual([true, []]);
    expect(changed(context, plan).spec.provider.workers?.[1]?.machine.image).toEqual({
      name: "gardenlinux",
      version: "1877.6.0",
    });
  });

  test("is not added twice, and not without the old pool", () => {
    const old = pool("data", { kubernetes: { version: "1.33.13" } });
    const context = updateContextOf(updateShootWith([old], { kubernetes: { version: "1.34.9" } }));
    const plan = planSuccessor(context, "data");
    expect(plan.actOn(changed(context, plan).spec)).toBeUndefined();
    expect(plan.actOn(updateShootWith([pool("web")]).spec)).toBeUndefined();
  });
});

test("the last pool for system components cannot be removed", () => {
  const shoot = updateShootWith([pool("data"), pool("web", { systemComponents: { allow: false } })]);
  expect(planPoolRemoval(updateContextOf(shoot), "data").refusals).not.toEqual([]);
});

const names = fc.uniqueArray(
  fc.constantFrom("data", "web", "a", "data-133", "data-134", "fifteen-letters", "x-134-2"),
  {
    minLength: 1,
    maxLength: 4,
  },
);

const arbitraryPool = fc
  .record({
    labels: fc.constantFrom(undefined, { tier: "db" }),
    taints: fc.constantFrom(undefined, [{ key: "only", effect: "NoSchedule" }]),
    isPinned: fc.boolean(),
    inPlace: fc.integer({ min: 0, max: 5 }).map((die) => die === 0),
    image: fc.constantFrom("1592.9.0", "1877.6.0"),
    minimum: fc.constantFrom(0, 1, 3),
  })
  .map(({ labels, taints, isPinned, inPlace, image, minimum }) => (name: string): Worker => {
    const base = pool(name, { minimum, maximum: 6 });
    return {
      ...base,
      machine: { ...base.machine, image: { name: "gardenlinux", version: inPlace ? "1877.6.0" : image } },
      ...(labels && { labels }),
      ...(taints && { taints }),
      ...(isPinned && { kubernetes: { version: "1.33.13" } }),
      ...(inPlace && { updateStrategy: "AutoInPlaceUpdate", maxSurge: 0, maxUnavailable: 1 }),
    };
  });

const arbitraryCluster = fc
  .record({ names, pools: fc.array(arbitraryPool, { minLength: 4, maxLength: 4 }) })
  .map((given) => updateShootWith(given.names.flatMap((name, index) => given.pools[index]?.(name) ?? [])));

test("every step of any cluster passes the checks of the preview, and all steps in turn leave no old pool", () => {
  fc.assert(
    fc.property(arbitraryCluster, (start) => {
      let shoot = start;
      const first = poolReplacementOf({ shoot, row, nodes: undefined });
      if (!first.applies) {
        expect(first.reason).toBe("updated-in-place");
        return;
      }
      const apply = (context: UpdateContext, next: Shoot) => {
        expect(acceptedByPreview(context, next)).toEqual([]);
        shoot = next;
      };
      const replaced = first.replaceable.map(({ name }) => name);

      const context = updateContextOf(shoot);
      const { draft, refusals } = planControlPlaneUpdate(context, replaced);
      expect(refusals).toEqual([]);
      apply(context, shootWithSpec(shoot, applyDraft(shoot.spec, draft, context.rules)));

      for (let left = replaced.length; left > 0; left -= 1) {
        const before = poolReplacementOf({ shoot, row, nodes: undefined });
        if (!before.applies) throw new Error(before.reason);
        const [next] = before.replaced;
        expect([before.raise, before.replaced.length]).toEqual(["done", left]);
        if (next === undefined) continue;
        if (next.successor === undefined) {
          const adding = updateContextOf(shoot);
          const plan = planSuccessor(adding, next.pool.name);
          expect(plan.refusals).toEqual([]);
          apply(adding, changed(adding, plan));
        }
        const after = poolReplacementOf({ shoot, row, nodes: undefined });
        expect(after).toMatchObject({ replaced: { 0: { pool: { name: next.pool.name }, add: "done" } } });
        const removing = updateContextOf(shoot);
        const plan = planPoolRemoval(removing, next.pool.name);
        expect(plan.refusals).toEqual([]);
        apply(removing, changed(removing, plan));
      }
      expect(poolReplacementOf({ shoot, row, nodes: undefined })).toMatchObject({
        replaced: [],
        controlPlane: "1.34.9",
        settled: true,
      });
    }),
    { seed: 20261201, numRuns: caseCount(40, 1_000) },
  );
});
