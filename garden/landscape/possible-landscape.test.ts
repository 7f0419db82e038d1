import { describe, expect, test } from "vitest";
import { createObjectWriter } from "#garden/api/registry/object-writer.ts";
import { collectionKeyOf, createObjectStore } from "#garden/api/store/store.ts";
import { controllerWriteIdentity } from "#garden/gardener/controllers/client/controller-write-identity.ts";
import { createSmallGarden, rejectionStatusOf, smallGardenRegistry } from "#garden/testing/small-garden.fixture.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { shoots } from "#lib/kube/resource.ts";
import { createDemoLandscape } from "./create-demo-landscape.ts";

const now = new Date("2026-08-10T09:30:00Z");
const options = { context: { user: controllerWriteIdentity.user, now, warn: () => undefined }, dryRun: true };

/** Demo clusters that could not be created today, by the version or image that has expired since their creation. */
const outlived: readonly (readonly [words: RegExp, names: readonly string[]])[] = [
  [/spec\.kubernetes\.version: Unsupported value/, ["route-plan", "customs", "old-demo", "off-catalogue"]],
  // objects that were stored before the API server refused such values
  [/spec\.hibernation\.schedules/, ["misspelt"]],
  [/machine\.image: Invalid value: ".*inactive"/, ["port-bremen", "lake-stage", "serving-us"]],
];

/** The garden's error for each demo object that it refuses if the objects are created again in order. */
function refusalsOf(objects: readonly KubeObject[]): ReadonlyMap<string, string> {
  const store = createObjectStore({ now: () => now.getTime() });
  const writer = createObjectWriter(store);
  const refusals = new Map<string, string>();
  for (const object of objects) {
    const definition = smallGardenRegistry.ofKind(object.apiVersion, object.kind);
    if (!definition) throw new Error(`the garden does not serve ${object.kind}`);
    const { name, namespace } = object.metadata;
    const status = rejectionStatusOf(() => writer.create({ definition, namespace }, object, options));
    if (status) refusals.set(`${object.kind} ${name}`, status.message ?? "");
    store.load(collectionKeyOf(definition.resource), [object]);
  }
  return refusals;
}

test.each([
  ["written by hand", 0],
  ["of a generated fleet", 60],
])("every object %s could be made today, but clusters that have outlived their versions", (_which, count) => {
  const refusals = refusalsOf(createDemoLandscape({ now, seed: 7, shoots: count }).objects);
  const explained = [...refusals].map(([object, message]) => {
    return [object, outlived.find(([words]) => words.test(message))?.[0] ?? message] as const;
  });
  const expected = outlived.flatMap(([words, names]) => names.map((name) => [`Shoot ${name}`, words] as const));
  expect(new Map(explained)).toEqual(new Map(expected));
});

describe("the landscape", () => {
  test("holds only Shoots that the server would still take after a change of their metadata", () => {
    const { objects } = createDemoLandscape({ now, seed: 1, shoots: 60 });
    const garden = createSmallGarden(now, objects);
    const refused = garden.api.list<Shoot>({ resource: shoots }).flatMap((shoot) => {
      const { namespace = "", name } = shoot.metadata;
      const touched = {
        ...shoot,
        metadata: { ...shoot.metadata, labels: { ...shoot.metadata.labels, touched: "yes" } },
      };
      const status = rejectionStatusOf(() =>
        garden.api.tryUpdate<Shoot>({ resource: shoots, namespace, name }, touched),
      );
      return status ? [`${namespace}/${name}: ${status.message}`] : [];
    });
    expect(refused).toEqual([]);
  });

  test("holds Shoots that could be changed: one node more in every pool, and another way to roll it out", () => {
    const { objects } = createDemoLandscape({ now, seed: 1, shoots: 60 });
    const garden = createSmallGarden(now, objects);
    const refused = garden.api.list<Shoot>({ resource: shoots }).flatMap((shoot) => {
      const { namespace = "", name, deletionTimestamp } = shoot.metadata;
      if (deletionTimestamp) return [];
      const { provider, maintenance } = shoot.spec;
      const workers = (provider.workers ?? []).map((one) => ({ ...one, maximum: (one.maximum ?? 1) + 1 }));
      const confineSpecUpdateRollout = maintenance?.confineSpecUpdateRollout !== true;
      const differs = { provider: { ...provider, workers }, maintenance: { ...maintenance, confineSpecUpdateRollout } };
      const changed = { ...shoot, spec: { ...shoot.spec, ...differs } };
      const status = rejectionStatusOf(() =>
        garden.api.tryUpdate<Shoot>({ resource: shoots, namespace, name }, changed),
      );
      return status ? [`${name} ${status.code}`] : [];
    });
    // two with a pending in-place update, four migrating, one with an invalid schedule, one self-hosted on one node
    expect(refused).toEqual([
      "hall-control 422",
      "hall-vision 422",
      "repo-mirror 403",
      "misspelt 422",
      "packed-up 403",
      "edge-gateway 422",
      "moving-house 403",
      "restored 403",
    ]);
  });
});
