import { afterAll, beforeAll, expect, test } from "vitest";
import type { EmbeddedGarden } from "#garden/start-embedded-garden.ts";
import { configMaps } from "#lib/kube/resource.ts";
import { embeddedForTest, gardenThrough } from "#server/testing/embedded-garden.ts";
import { type ConfigMap, changeConfigMap } from "./change-config-map.ts";

let embedded: EmbeddedGarden;

beforeAll(async () => {
  ({ embedded } = await embeddedForTest({ speed: 0 }));
});
afterAll(() => embedded.stop());

const target = { resource: configMaps, namespace: "almanac", name: "almanac-counted" };

function counted(count: number): ConfigMap {
  const { name, namespace } = target;
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace }, data: { count: String(count) } };
}

const countOf = (kept: object | undefined): number =>
  kept !== undefined && "data" in kept && kept.data instanceof Object && "count" in kept.data
    ? Number(kept.data.count)
    : 0;

test("24 changes of one book at the same moment over two replicas are all kept, each once", async () => {
  const replicas = [gardenThrough(embedded), gardenThrough(embedded)].map(({ garden }) => garden.own);
  const changes = Array.from({ length: 24 }, (_, index) => {
    const client = replicas[index % 2];
    if (client === undefined) throw new Error("the garden has no credential of its own");
    return changeConfigMap({ client, target }, (kept) => ({
      value: countOf(kept) + 1,
      object: counted(countOf(kept) + 1),
    }));
  });
  const values = await Promise.all(changes);
  expect(values.sort((a, b) => a - b)).toEqual(Array.from({ length: 24 }, (_, index) => index + 1));
  expect(countOf(embedded.api.get(target))).toBe(24);
});

test("whoever does not wait any more changes nothing, and the next one does", async () => {
  const { garden } = gardenThrough(embedded);
  if (garden.own === undefined) throw new Error("the garden has no credential of its own");
  const before = countOf(embedded.api.get(target));
  const keeping = { client: garden.own, target };
  const leaving = AbortSignal.abort(new Error("gone"));
  const plusOne = (kept: object | undefined) => ({ value: undefined, object: counted(countOf(kept) + 1) });
  await expect(changeConfigMap({ ...keeping, signal: leaving }, plusOne)).rejects.toThrow();
  await changeConfigMap(keeping, plusOne);
  expect(countOf(embedded.api.get(target))).toBe(before + 1);
});
