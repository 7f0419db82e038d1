import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { apiRemovals, minorsWithKnownRemovals } from "#lib/policy/readiness/api-removals.ts";
import { apiRemovalsFile, generateApiRemovals, groupRemovedKinds, hasGo } from "./generate.ts";

const isGoThere = await hasGo();

/** The minor in which Kubernetes' deprecation guide says that a kind of an API version ends. */
const wellKnown: readonly (readonly [api: string, kind: string, minor: number])[] = [
  ["policy/v1beta1", "PodSecurityPolicy", 25],
  ["policy/v1beta1", "PodDisruptionBudget", 25],
  ["batch/v1beta1", "CronJob", 25],
  ["discovery.k8s.io/v1beta1", "EndpointSlice", 25],
  ["events.k8s.io/v1beta1", "Event", 25],
  ["autoscaling/v2beta1", "HorizontalPodAutoscaler", 25],
  ["node.k8s.io/v1beta1", "RuntimeClass", 25],
  ["autoscaling/v2beta2", "HorizontalPodAutoscaler", 26],
  ["flowcontrol.apiserver.k8s.io/v1beta1", "FlowSchema", 26],
  ["storage.k8s.io/v1beta1", "CSIStorageCapacity", 27],
  ["flowcontrol.apiserver.k8s.io/v1beta2", "FlowSchema", 29],
  ["flowcontrol.apiserver.k8s.io/v1beta2", "PriorityLevelConfiguration", 29],
  ["flowcontrol.apiserver.k8s.io/v1beta3", "FlowSchema", 32],
];

test.each(wellKnown)("%s %s ends with 1.%i, as Kubernetes' deprecation guide says", (api, kind, minor) => {
  expect(apiRemovals.filter((each) => each.api === api && each.kinds.includes(kind))).toMatchObject([{ minor }]);
});

test("every kind of an alpha or beta version ends once, between 1.25 and 1.37, the earliest first", () => {
  expect(minorsWithKnownRemovals).toEqual({ first: 25, last: 37 });
  const ends = apiRemovals.flatMap(({ api, kinds }) => kinds.map((kind) => `${api} ${kind}`));
  expect(new Set(ends).size).toBe(ends.length);
  expect(apiRemovals.map(({ minor }) => minor)).toEqual(apiRemovals.map(({ minor }) => minor).sort((a, b) => a - b));
  for (const { minor, api, kinds, replacement } of apiRemovals) {
    expect(minor).toBeGreaterThanOrEqual(minorsWithKnownRemovals.first);
    expect(minor).toBeLessThanOrEqual(minorsWithKnownRemovals.last);
    expect(api).toMatch(/^[a-z.0-9]+\/v\d+(alpha|beta)\d+$/);
    expect(kinds.length).toBeGreaterThan(0);
    expect(replacement).not.toBe(api);
  }
});

test("a kind without a replacement does not get that of another kind", () => {
  const of = (kind: string, more: object) => ({
    ...{ group: "policy", version: "v1beta1", removed: 25, evidence: "mark" as const },
    kind,
    ...more,
  });
  const kinds = [of("B", {}), of("C", { replacement: "policy/v1 C" }), of("A", {})];
  expect(groupRemovedKinds(kinds)).toEqual([
    { minor: 25, api: "policy/v1beta1", evidence: "mark", kinds: ["A", "B"] },
    { minor: 25, api: "policy/v1beta1", evidence: "mark", replacement: "policy/v1", kinds: ["C"] },
  ]);
});

test.skipIf(!isGoThere)("the table is what the marks of k8s.io/api give", async () => {
  expect(await generateApiRemovals()).toBe(readFileSync(apiRemovalsFile, "utf8"));
});
