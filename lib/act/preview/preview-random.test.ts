import fc from "fast-check";
import { expect, test } from "vitest";
import { actPreviewSchema, actSchema } from "#lib/contract/act.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { isKubeObject } from "#lib/kube/wire.ts";
import { operationIds } from "#lib/policy/operations/vocabulary.ts";
import { fail, ok } from "#lib/result.ts";
import { arbitraryJson, arbitrarySubset, collectNumbers, poolFields } from "#lib/testing/odd-json.ts";
import { evaluateAct } from "../plan/evaluate-act.ts";
import { planAct } from "../plan/plan-act.ts";
import { actFixtureNow, actProfile } from "../plan/preview-input.fixture.ts";
import { previewInputOf } from "../plan/preview-sources.ts";
import { shootWithValidTypes } from "../plan/shoot-with-valid-types.ts";
import { composeBlockedActPreview, composePreview } from "./compose-preview.ts";

const leaf = fc.oneof(
  arbitraryJson,
  fc.constantFrom<unknown>(
    "1.33.4",
    "1.34.3",
    "1.99",
    "",
    null,
    -1,
    1e300,
    "25%",
    true,
    "220000+0100",
    "0 20 * * *",
    "true",
  ),
);
const image = arbitrarySubset(["name", "version"], leaf);
const pool = fc.oneof(
  arbitrarySubset(
    poolFields,
    fc.oneof(leaf, arbitrarySubset(["type", "image", "architecture", "version", "kubelet"], fc.oneof(leaf, image))),
  ),
  leaf,
);
const maintenance = arbitrarySubset(
  ["timeWindow", "autoUpdate", "confineSpecUpdateRollout", "autoRotation"],
  fc.oneof(leaf, arbitrarySubset(["begin", "end", "credentials"], leaf)),
);
const hibernation = arbitrarySubset(
  ["enabled", "schedules"],
  fc.oneof(leaf, fc.array(arbitrarySubset(["start", "end", "location"], leaf), { maxLength: 2 })),
);
const spec = fc.oneof(
  leaf,
  fc.record(
    {
      kubernetes: fc.oneof(leaf, arbitrarySubset(["version", "kubelet", "kubeAPIServer"], leaf)),
      provider: fc.oneof(leaf, arbitrarySubset(["type", "workers"], fc.oneof(leaf, fc.array(pool, { maxLength: 3 })))),
      maintenance: fc.oneof(leaf, maintenance),
      hibernation: fc.oneof(leaf, hibernation),
      purpose: leaf,
    },
    { requiredKeys: [] },
  ),
);
const operations = fc.constantFrom(
  "reconcile",
  "rotate-ca-start;reconcile",
  "rollout-workers=a",
  ";;",
  "what",
  "retry",
);
const annotations = arbitrarySubset(
  [
    "gardener.cloud/operation",
    "maintenance.gardener.cloud/operation",
    "confirmation.gardener.cloud/deletion",
    "confirmation.gardener.cloud/force-deletion",
    "shoot.gardener.cloud/ignore",
  ],
  fc.oneof(operations, leaf),
);
const condition = arbitrarySubset(
  ["type", "status", "reason", "codes"],
  fc.oneof(leaf, fc.constantFrom("HibernationPossible", "False")),
);
const status = fc.oneof(
  leaf,
  arbitrarySubset(
    [
      "lastOperation",
      "lastErrors",
      "conditions",
      "constraints",
      "credentials",
      "inPlaceUpdates",
      "hibernated",
      "gardener",
      "manualWorkerPoolRollout",
    ],
    fc.oneof(
      leaf,
      fc.array(fc.oneof(condition, leaf), { maxLength: 2 }),
      arbitrarySubset(["type", "state", "lastUpdateTime", "version", "rotation"], leaf),
    ),
  ),
);
const shoot = fc.record(
  {
    metadata: fc.record(
      { name: fc.constant("odd"), annotations: fc.oneof(leaf, annotations), labels: leaf },
      { requiredKeys: ["name"] },
    ),
    spec,
    status,
  },
  { requiredKeys: ["metadata"] },
);
const poolNames = fc.array(fc.constantFrom("*", "a", "data"), { minLength: 1, maxLength: 2 });
const operation = fc.record(
  {
    kind: fc.constant("operation"),
    id: fc.constantFrom(...operationIds, "unheard-of"),
    when: fc.constantFrom("now", "in-window"),
    pools: poolNames,
  },
  { requiredKeys: ["kind", "id", "when"] },
);
const change = fc.record({
  kind: fc.constant("change"),
  about: fc.constantFrom("manifest", "pool-settings", "hibernation", "kubernetes-version"),
  patch: fc.record(
    {
      spec: fc.oneof(spec.filter((value) => typeof value === "object" && value !== null && !Array.isArray(value))),
      metadata: fc.record({ annotations: arbitrarySubset(["gardener.cloud/operation"], operations) }),
    },
    { requiredKeys: [] },
  ),
});
const act = fc.oneof(
  operation,
  change,
  fc.record({ kind: fc.constant("unschedule"), operation: operations }),
  fc.constantFrom({ kind: "delete" }, { kind: "force-delete" }),
);

/** A random JSON value, which has no type until it is parsed. */
function asRead(value: unknown): Shoot {
  const wire: unknown = JSON.parse(JSON.stringify(value));
  if (!isKubeObject<Shoot>(wire)) throw new Error("every object has a name");
  return shootWithValidTypes(wire);
}

test("any act on any Shoot has a preview: nothing throws, nothing is NaN, and no text says undefined", {
  timeout: 120_000,
}, () => {
  fc.assert(
    fc.property(shoot, act, fc.boolean(), (odd, wanted, withProfile) => {
      const before = asRead(odd);
      const asked = actSchema.parse(JSON.parse(JSON.stringify(wanted)));
      const planned = planAct(before, asked, {});
      const world = previewInputOf({
        cluster: { project: "pay", name: "odd" },
        act: asked,
        shoot: before,
        planned,
        profile: withProfile ? ok(actProfile) : fail("PROFILE_NOT_FOUND"),
        health: "unknown",
        context: {},
        view: {},
        now: actFixtureNow,
      });
      const unasked = { verdict: "not-run", causes: [], warnings: [] } as const;
      const unsigned = planned.ok
        ? composePreview(world, evaluateAct(world), unasked)
        : composeBlockedActPreview(world, planned.error);
      const preview = actPreviewSchema.parse({ ...unsigned, checkedAt: "", hash: "" });
      expect(collectNumbers(preview.pools).filter((number) => !Number.isFinite(number))).toEqual([]);
      const told = [
        preview.sentence,
        ...[...preview.checks, ...preview.reasons, ...preview.hints, ...preview.afterwards, ...preview.when.notes].map(
          ({ sentence }) => sentence,
        ),
      ];
      expect(told.filter((text) => /\bNaN\b|undefined|\[object/.test(text))).toEqual([]);
    }),
    { numRuns: 600, seed: 20_261_121 },
  );
});
