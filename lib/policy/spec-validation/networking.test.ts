import { describe, expect, test } from "vitest";
import { specChangeErrors, storedShootSpec, workerlessSpecChangeErrors } from "./settings.fixture.ts";

const { networking, kubernetes, provider } = storedShootSpec;
const dual = { ...networking, ipFamilies: ["IPv4", "IPv6"] };
const masks = (masks: object) => ({ kubernetes: { ...kubernetes, kubeControllerManager: masks } });

describe("the network", () => {
  test("that stays is fine", () => {
    expect(specChangeErrors({}, {})).toEqual([]);
    expect(workerlessSpecChangeErrors({})).toEqual([]);
  });

  test.each<[string, object, readonly string[]]>([
    ["keeps its type", { type: "cilium" }, ["spec.networking.type IMMUTABLE"]],
    ["keeps the range of Pods", { pods: "100.0.0.0/11" }, ["spec.networking.pods IMMUTABLE"]],
    ["keeps the range of Services", { services: null }, ["spec.networking.services IMMUTABLE"]],
    ["may get other nodes", { nodes: "10.0.0.0/8" }, []],
    ["may get IPv6 beside IPv4", { ipFamilies: ["IPv4", "IPv6"] }, []],
    [
      "may not turn the families round",
      { ipFamilies: ["IPv6", "IPv4"] },
      ["spec.networking.ipFamilies IP_FAMILIES_CHANGE"],
    ],
    ["counts no families as IPv4", { ipFamilies: [] }, []],
    [
      "knows two families only",
      { ipFamilies: ["IPv4", "IPX"] },
      ["spec.networking.ipFamilies IP_FAMILIES_CHANGE", "spec.networking.ipFamilies[1] VALUE_UNKNOWN"],
    ],
    [
      "names a family once",
      { ipFamilies: ["IPv4", "IPv4"] },
      ["spec.networking.ipFamilies IP_FAMILIES_CHANGE", "spec.networking.ipFamilies[1] VALUE_DUPLICATE"],
    ],
    ["must be readable", { nodes: "10.250.0.0" }, ["spec.networking.nodes CIDR_MALFORMED"]],
    ["must be canonical", { nodes: "10.250.3.0/16" }, ["spec.networking.nodes CIDR_NOT_CANONICAL"]],
    ["must be of the family", { nodes: "fd00::/48" }, ["spec.networking.nodes CIDR_OTHER_FAMILY"]],
  ])("%s", (_rule, change, expected) => {
    expect(specChangeErrors({}, { networking: { ...networking, ...change } })).toEqual(expected);
  });

  test("cannot be taken away", () => {
    expect(specChangeErrors({}, { networking: null })).toEqual([
      "spec.networking.type IMMUTABLE",
      "spec.networking.pods IMMUTABLE",
      "spec.networking.services IMMUTABLE",
      "spec.networking.type VALUE_REQUIRED",
    ]);
  });

  test("may get a range that it did not have, and of either family when it has both", () => {
    const { pods: _, ...without } = dual;
    expect(specChangeErrors({ networking: without }, { networking: { ...without, pods: "fd00::/48" } })).toEqual([]);
  });

  test("goes back from both families to IPv4, but never from IPv6", () => {
    expect(specChangeErrors({ networking: dual }, {})).toEqual([]);
    const ipv6 = { ipFamilies: ["IPv6"], type: "calico" };
    expect(specChangeErrors({ networking: ipv6 }, { networking: { ...ipv6, ipFamilies: ["IPv6", "IPv4"] } })).toEqual([
      "spec.networking.ipFamilies IP_FAMILIES_CHANGE",
    ]);
  });

  test("of a Shoot without workers has neither type nor Pods nor nodes", () => {
    const more = { type: "calico", providerConfig: {}, pods: "100.96.0.0/11", nodes: "10.250.0.0/16" };
    expect(workerlessSpecChangeErrors({ networking: { services: "100.64.0.0/13", ...more } })).toEqual([
      "spec.networking.type IMMUTABLE",
      "spec.networking.type WORKERLESS_FIELD",
      "spec.networking.providerConfig WORKERLESS_FIELD",
      "spec.networking.pods WORKERLESS_FIELD",
      "spec.networking.nodes WORKERLESS_FIELD",
    ]);
  });
});

describe("the size of the nodes' ranges", () => {
  const field = "spec.kubernetes.kubeControllerManager.nodeCIDRMaskSize";

  test.each<[string, object, object, readonly string[]]>([
    ["stays", { nodeCIDRMaskSize: 24 }, { nodeCIDRMaskSize: 25 }, [`${field} IMMUTABLE`]],
    ["is put back where it is the default", { nodeCIDRMaskSize: 24 }, {}, []],
    ["is not put back where it is another", { nodeCIDRMaskSize: 22 }, {}, [`${field} IMMUTABLE`]],
    ["is not asked for where none is known", {}, {}, []],
  ])("%s", (_rule, before, after, expected) => {
    expect(specChangeErrors(masks(before), masks(after))).toEqual(expected);
  });

  test("for IPv6 may come, and then stays", () => {
    const before = { networking: dual, ...masks({ nodeCIDRMaskSize: 24 }) };
    const with64 = { networking: dual, ...masks({ nodeCIDRMaskSize: 24, nodeCIDRMaskSizeIPv6: 64 }) };
    const with80 = { networking: dual, ...masks({ nodeCIDRMaskSize: 24, nodeCIDRMaskSizeIPv6: 80 }) };
    expect(specChangeErrors(before, with80)).toEqual([]);
    expect(specChangeErrors(with64, with80)).toEqual([`${field}IPv6 IMMUTABLE`]);
    expect(specChangeErrors(with64, before)).toEqual([]);
  });

  test("that is put back follows the most Pods on any kubelet", () => {
    const [pool] = provider.workers ?? [];
    const workers = [{ ...pool, kubernetes: { kubelet: { maxPods: 200 } } }];
    const full = { provider: { ...provider, workers } };
    expect(specChangeErrors(masks({ nodeCIDRMaskSize: 23 }), { ...full, ...masks({}) })).toEqual([]);
    expect(specChangeErrors(masks({ nodeCIDRMaskSize: 24 }), { ...full, ...masks({}) })).toContain(
      `${field} IMMUTABLE`,
    );
  });
});
