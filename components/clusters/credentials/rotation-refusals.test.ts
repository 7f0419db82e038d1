import { expect, test } from "vitest";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import { newestRules } from "#lib/policy/editions/gardener-rules.ts";
import { type OperationShootInput, operationShootWith } from "#lib/policy/operations/operation-shoot.fixture.ts";
import { type RotationScope, rotationCompletionAct, rotationRolloutAct } from "#lib/view/rotations/rotation-scope.ts";
import type { Cluster } from "../use-cluster.ts";
import { findRotationActBlocker } from "./rotation-context.ts";

interface Meanwhile {
  readonly sketch?: OperationShootInput;
  readonly gone?: boolean;
  readonly patchShoot?: boolean;
}

const inPhase = (phase: string): OperationShootInput => ({
  status: {
    credentials: { rotation: { certificateAuthorities: { phase }, serviceAccountKey: { phase } } },
  },
});

/** A credentials page on which CA and service account key are in phase Prepared, after the given event. */
function cluster({ sketch = {}, gone = false, patchShoot = true }: Meanwhile): Cluster {
  const spec = { kubernetes: { version: "1.35.6" }, ...sketch.spec };
  const shoot = operationShootWith({ ...inPhase("Prepared"), ...sketch, spec });
  const row = sampleFleetRow({ name: shoot.metadata.name });
  return {
    detail: {
      row,
      shoot: { ...shoot },
      permissions: { patchShoot, uncertain: false },
      view: {},
      warnings: [],
      readAt: "",
    },
    shoot,
    row,
    gone,
  };
}

const nowMs = Date.parse("2026-11-21T12:00:00Z");
const refusal = (meanwhile: Meanwhile, scope: RotationScope = "all") => {
  const act = rotationCompletionAct(scope) ?? rotationRolloutAct([]);
  return findRotationActBlocker(act, { cluster: cluster(meanwhile), rules: newestRules, nowMs });
};

test("a prepared rotation may be completed", () => {
  expect(refusal({})).toBeUndefined();
});

test.each<[string, Meanwhile, RegExp]>([
  ["the cluster is gone", { gone: true }, /no longer there/],
  ["the right is lost", { patchShoot: false }, /You can view this cluster, not change it/],
  ["somebody else completes it", { sketch: inPhase("Completing") }, /Completing/],
  ["somebody else has completed it", { sketch: inPhase("Completed") }, /Completed/],
  ["the cluster is hibernated", { sketch: { spec: { hibernation: { enabled: true } } } }, /hibernated/],
  ["the cluster is deleted", { sketch: { metadata: { deletionTimestamp: "2026-11-21T11:00:00Z" } } }, /delet/],
])("the button that completes it says why not when %s meanwhile", (_, meanwhile, words) => {
  expect(refusal(meanwhile)).toMatch(words);
});

test("certificate authorities alone may be completed while the cluster sleeps", () => {
  const sketch: OperationShootInput = {
    spec: { hibernation: { enabled: true } },
    status: { hibernated: true, credentials: { rotation: { certificateAuthorities: { phase: "Prepared" } } } },
  };
  expect(refusal({ sketch }, "certificateAuthorities")).toBeUndefined();
});
