import { describe, expect, it, test } from "vitest";
import type { StepCause } from "#lib/policy/forecast/cause.ts";
import type { ForecastStep } from "#lib/policy/forecast/component-forecast.ts";
import type { DeadEnd } from "#lib/policy/forecast/dead-end.ts";
import { utcClock } from "./clock.ts";
import { describeDeadEndReason, describeDeadEndRemedy, describeRejection } from "./dead-end-descriptions.ts";
import { deadEndLabels } from "./dead-end-labels.ts";
import {
  describeExcludedCauses,
  describeStepCause,
  describeStepNodeEffect,
  stepKindLabel,
  versionedComponentLabel,
} from "./step-descriptions.ts";

const now = Date.parse("2026-11-21T14:02:00Z");
const speech = { clock: utcClock, now };
const soon = Date.parse("2026-11-24T23:59:59Z");

function hop(cause: StepCause, more: Partial<ForecastStep> = {}): ForecastStep {
  const from = more.from ?? "1.35.5";
  const base = { from, to: "1.35.6", kind: "auto", path: "both", confidence: "dated" } as const;
  return { ...base, cause, earliestAt: now, latestAt: now + 1, effects: [], cleanups: [], ...more };
}

describe("each cause is said with its facts", () => {
  const supported = { targetClassification: "supported", notBecause: [] } as const;
  const rows: readonly (readonly [string, ForecastStep, string])[] = [
    [
      "an automatic patch",
      hop({ code: "auto-newer-patch", ...supported }),
      "Automatic updates of Kubernetes are on, and 1.35.6 is the newest supported patch of its minor.",
    ],
    [
      "an automatic patch to what is not plainly supported",
      hop({ code: "auto-newer-patch", ...supported, targetClassification: "deprecated" }),
      "Automatic updates of Kubernetes are on, and 1.35.6 is the newest usable (deprecated) patch of its minor.",
    ],
    [
      "an automatic image",
      hop({ code: "auto-image", step: "minor", strategy: "minor", ...supported }),
      'Automatic updates of images are on: by the strategy "minor", 1.35.6 comes next, the newest supported version of this major.',
    ],
    [
      "an expiry to come",
      hop({ code: "expired", leave: { code: "expired", expiredAt: soon }, ...supported }),
      "1.35.5 expires on 24 Nov 2026, and 1.35.6 is the newest supported version that can be reached from it.",
    ],
    [
      "an expiry that has passed is told in the past",
      hop({ code: "expired", leave: { code: "expired", expiredAt: now - 86_400_000 }, ...supported }),
      "1.35.5 expired on 20 Nov 2026, and 1.35.6 is the newest supported version that can be reached from it.",
    ],
    [
      "a version that is gone",
      hop({ code: "not-in-profile", leave: { code: "not-in-profile" }, ...supported }),
      "The profile does not list 1.35.5, which counts like an expired version, and 1.35.6 is the newest supported version that can be reached from it.",
    ],
    [
      "an image that does not fit",
      hop({ code: "not-in-profile", leave: { code: "does-not-fit", misfits: ["kubelet-version"] }, ...supported }),
      "1.35.5 does not fit the pool (it does not support the pool's Kubernetes version), which counts like a missing version, and 1.35.6 is the newest supported version that can be reached from it.",
    ],
    [
      "a forced minor to a version that ends as well",
      hop({
        code: "forced-next-minor",
        step: "minor",
        leave: { code: "expired", expiredAt: soon },
        targetClassification: "expired",
        notBecause: [],
      }),
      "1.35.5 expires on 24 Nov 2026, and nothing valid is left below the next minor: 1.35.6 is the best version there. 1.35.6 has expired by then too, so another step follows.",
    ],
    [
      "a pool that follows",
      hop({ code: "pool-follows-control-plane", notBecause: [] }),
      "The pool has no Kubernetes version of its own, so it follows the control plane.",
    ],
    [
      "a pool that ends at the control plane",
      hop({ code: "capped-by-control-plane", controlPlane: "1.34.9", notBecause: [] }),
      "The pool's own step would go above the control plane, so it ends at 1.34.9.",
    ],
  ];
  it.each(rows)("%s", (_name, given, sentence) => {
    expect(describeStepCause(given, speech)).toBe(sentence);
  });
});

test("an expiry that is far away is named as what is not the cause", () => {
  const far = Date.parse("2027-10-21T00:00:00Z");
  const cause: StepCause = {
    code: "auto-newer-patch",
    targetClassification: "supported",
    notBecause: [
      { code: "expiry-of-current", version: "1.35.5", at: far },
      { code: "deprecation", version: "1.35.5" },
    ],
  };
  expect(describeExcludedCauses(hop(cause), speech)).toEqual([
    "Not because 1.35.5 expires: that is on 20 Oct 2027 (in 333 d).",
    "Not because 1.35.5 is deprecated: deprecation alone changes nothing.",
  ]);
});

test("the end of a version is a date of UTC, also where its last second is the next day in the chosen clock", () => {
  const cause: StepCause = {
    code: "expired",
    leave: { code: "expired", expiredAt: soon },
    targetClassification: "supported",
    notBecause: [],
  };
  const berlin = { clock: { kind: "zone", timeZone: "Europe/Berlin" }, now } as const;
  expect(describeStepCause(hop(cause), berlin)).toContain("expires on 24 Nov 2026");
});

test("kinds name the size of a Kubernetes step, and of an image only that it is one", () => {
  const kinds = (to: string) => stepKindLabel({ kind: "forced", from: "1.35.5", to }, { kind: "control-plane" });
  expect([kinds("1.35.6"), kinds("1.36.0")]).toEqual(["forced patch", "forced minor"]);
  const image = { kind: "pool-image", pool: "data" } as const;
  expect(stepKindLabel({ kind: "auto", from: "1592.3.0", to: "1592.9.0" }, image)).toBe("auto image");
  expect(versionedComponentLabel(image)).toBe("Image of pool data");
});

test("effects name the pools and at most how many nodes", () => {
  expect(describeStepNodeEffect({ kind: "node-roll", pools: ["data"], maximumNodes: 6 })).toBe(
    "Up to 6 nodes are replaced in pool data.",
  );
  expect(describeStepNodeEffect({ kind: "kubelet-restart", pools: ["a", "b"] })).toBe(
    "The kubelets restart in pools a and b; no node is replaced.",
  );
  expect(describeStepNodeEffect({ kind: "in-place-update", pools: ["a"], maximumNodes: 1 })).toBe(
    "1 node is updated in place in pool a.",
  );
});

test("every dead end has a sentence that names the version", () => {
  const codes = Object.keys(deadEndLabels).filter((code): code is DeadEnd["code"] => code !== "rejected-by-dry-run");
  const sentences = codes.map((code) => describeDeadEndReason({ code, version: "1.33.12" }));
  expect(new Set(sentences).size).toBe(codes.length);
  expect(sentences[0]).toBe("1.33.12 expires, and the profile lacks the next minor. Gardener never skips a minor.");
});

test("remedies say who does what, and when by itself", () => {
  expect(describeDeadEndRemedy({ code: "add-kubernetes-minor", minor: "1.34" })).toBe(
    "The operator adds a version 1.34.x to the profile.",
  );
  expect(describeDeadEndRemedy({ code: "end-preview", version: "1.36.1", at: soon })).toBe(
    "The preview of 1.36.1 ends on 24 Nov 2026.",
  );
  expect(describeDeadEndRemedy({ code: "end-preview", version: "1.36.1" })).toBe(
    "The preview of 1.36.1 ends, which has no date.",
  );
});

test("a refused run names everything that the API server objects to", () => {
  const violations = [
    { scope: "pool", pool: "data", code: "SKEW" },
    { scope: "field", field: "addons", code: "REFUSED" },
    { scope: "limits", code: "MAX_NODES_TOTAL", nodes: 7, limit: 5 },
  ] as const;
  expect(describeRejection({ violations })).toBe(
    "The API server would refuse the whole maintenance run: pool data: its Kubernetes version would be too far behind the control plane's, the new Kubernetes version does not take spec.addons and the pools need at least 7 nodes where the profile allows 5.",
  );
});
