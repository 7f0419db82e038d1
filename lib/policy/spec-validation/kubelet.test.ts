import { describe, expect, test } from "vitest";
import { specChangeErrors, storedShootSpec } from "./settings.fixture.ts";

const { kubernetes, provider } = storedShootSpec;
const path = "spec.kubernetes";
const set = (block: object) => ({ kubernetes: { ...kubernetes, ...block } });

function expectRefusals(change: object, expected: readonly string[]) {
  expect(specChangeErrors({}, change)).toEqual(expected.map((text) => `${path}.${text}`));
}

describe("kubelets", () => {
  test.each<[string, object, readonly string[]]>([
    ["have two policies", { cpuManagerPolicy: "dynamic" }, ["cpuManagerPolicy VALUE_UNKNOWN"]],
    ["need 100 processes", { podPidsLimit: 99 }, ["podPIDsLimit BELOW_MINIMUM"]],
    [
      "evict by quantity or percentage",
      { evictionHard: { memoryAvailable: "few", imageFSAvailable: "101%" } },
      ["evictionHard.memoryAvailable QUANTITY_OR_PERCENT_MALFORMED", "evictionHard.imagefsAvailable ABOVE_MAXIMUM"],
    ],
    [
      "reserve quantities",
      { kubeReserved: { cpu: "-1", memory: "1 GB" } },
      ["kubeReserved.cpu NEGATIVE", "kubeReserved.memory QUANTITY_MALFORMED"],
    ],
    [
      "collect images between two thresholds",
      { imageGCHighThresholdPercent: 40, imageGCLowThresholdPercent: 40 },
      ["imageGCLowThresholdPercent THRESHOLDS_CROSS"],
    ],
    ["keep two logs", { containerLogMaxFiles: 1 }, ["containerLogMaxFiles BELOW_MINIMUM"]],
    [
      "keep connections half a minute",
      { streamingConnectionIdleTimeout: "10s" },
      ["streamingConnectionIdleTimeout BELOW_MINIMUM"],
    ],
    ["do not swap and fail with it", { memorySwap: {} }, ["memorySwap SWAP_FAILS_KUBELET"]],
    [
      "swap by the gate",
      { failSwapOn: false, memorySwap: { swapBehavior: "Much" } },
      ["memorySwap GATE_MUST_BE_ON", "memorySwap.swapBehavior VALUE_UNKNOWN"],
    ],
    [
      "pull in turns or together",
      { serializeImagePulls: true, maxParallelImagePulls: 2 },
      ["maxParallelImagePulls PULLS_ARE_SERIAL"],
    ],
    [
      "list images for one policy",
      { preloadedImagesVerificationAllowlist: ["a"] },
      ["preloadedImagesVerificationAllowlist ALLOWLIST_NEEDS_POLICY"],
    ],
  ])("%s", (_rule, kubelet, expected) => {
    expectRefusals(
      set({ kubelet }),
      expected.map((text) => `kubelet.${text}`),
    );
  });

  test("of a pool with a version of its own are judged at that version, with the shared block", () => {
    const [pool] = provider.workers ?? [];
    const workers = [{ ...pool, kubernetes: { version: "1.33.1" } }];
    const kubelet = { featureGates: { NodeSwap: false } };
    expect(specChangeErrors({}, { ...set({ kubelet }), provider: { ...provider, workers } })).toEqual([
      `${path}.kubelet.featureGates.NodeSwap FEATURE_GATE_LOCKED`,
    ]);
  });
});
