import { expect, test } from "vitest";
import { gardenerRulesOfRelease } from "../editions/gardener-rules.ts";
import { validateSelfHosted } from "./self-hosted.ts";
import { storedShootSpec } from "./settings.fixture.ts";

const [pool] = storedShootSpec.provider.workers ?? [];
const carrier = { ...pool, name: "control", machine: { type: "m" }, minimum: 1, maximum: 1, controlPlane: {} };
const available = (type: string) => ({ controlPlane: { highAvailability: { failureTolerance: { type } } } });

function told(minor: number, more: object, change: object = {}, namespace = "garden"): readonly string[] {
  const workers = [{ ...carrier, ...change }];
  const spec = { ...storedShootSpec, seedName: null, ...more, provider: { ...storedShootSpec.provider, workers } };
  return validateSelfHosted(spec, namespace, gardenerRulesOfRelease({ minor, patch: 0, dev: false })).map(({ path }) =>
    path.replace(/.*workers\[0\]\./, ""),
  );
}

test.each<[string, number, object, object, readonly string[]]>([
  ["one node", 130, {}, {}, []],
  ["one node", 150, {}, {}, []],
  ["one node, highly available", 130, available("node"), {}, []],
  ["one node, highly available", 147, available("zone"), {}, []],
  ["one node, highly available", 148, available("node"), {}, ["maximum", "maxSurge", "maxUnavailable"]],
  ["three nodes", 130, {}, { minimum: 3, maximum: 3 }, ["minimum"]],
  ["three nodes", 148, {}, { minimum: 3, maximum: 3 }, ["minimum", "maximum"]],
])("a control plane on %s, as release 1.%i judges it", (_what, minor, more, change, expected) => {
  expect(told(minor, more, change)).toEqual(expected);
});

test("a self-hosted Shoot is in the operators' project, from the release on that asks for it", () => {
  expect(told(139, {}, {}, "garden-a")).toEqual([]);
  expect(told(140, {}, {}, "garden-a")).toEqual(["metadata.namespace"]);
});
