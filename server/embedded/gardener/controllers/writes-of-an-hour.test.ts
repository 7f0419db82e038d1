import { afterEach, expect, it } from "vitest";
import type { KubeObject } from "#lib/kube/object.ts";
import { seeds } from "#lib/kube/resource.ts";
import { annotations } from "#lib/policy/operations/annotations.ts";
import { gardenRegistry } from "../../garden-state.ts";
import { startTestLandscape, type TestLandscape } from "../../testing/landscape.fixture.ts";

/** Two flows from beginning to end, with what care and label add. */
const mostInMinute = 120;
/** A Shoot in Error is tried again after 5 s, 10 s, 20 s, … and then every five minutes: 17 flows of some 25 writes. */
const mostInHour = 500;

/** Those of a landscape that generates no others. */
const handwritten = 84;

let landscape: TestLandscape | undefined;
afterEach(async () => landscape?.stop());

it.each([84, 300, 3_000, 10_000])("in a garden of %i Shoots, no object is written without end", async (count) => {
  landscape = startTestLandscape({ life: true, shoots: count - handwritten });
  await liveAnHour(landscape);
});

it("where no gardenlet takes up what controllers ask for, they do not ask without end", async () => {
  landscape = startTestLandscape({ life: true, shoots: 300 });
  for (const { metadata } of landscape.api.list({ resource: seeds })) {
    const stopped = { metadata: { annotations: { [annotations.emergencyStop]: "true" } } };
    landscape.api.patch({ resource: seeds, name: metadata.name }, stopped);
  }
  await liveAnHour(landscape);
});

async function liveAnHour({ api, pass, faults }: TestLandscape): Promise<void> {
  const written = new Map<string, number>();
  const count = ({ kind, metadata }: KubeObject): void => {
    const key = `${kind} ${metadata.namespace ?? ""}/${metadata.name}`;
    written.set(key, (written.get(key) ?? 0) + 1);
  };
  let isLiving = false;
  for (const { resource } of gardenRegistry.definitions)
    api.watch({ resource }, ({ object }) => isLiving && count(object));
  isLiving = true;
  const inHour = new Map<string, number>();
  for (let minute = 0; minute < 60; minute += 1) {
    await pass(60);
    expect(above(written, mostInMinute)).toEqual([]);
    for (const [key, times] of written) inHour.set(key, (inHour.get(key) ?? 0) + times);
    written.clear();
  }
  expect(above(inHour, mostInHour)).toEqual([]);
  expect(inHour.size).toBeGreaterThan(5);
  expect(faults).toEqual([]);
}

function above(written: ReadonlyMap<string, number>, most: number): readonly string[] {
  return [...written].filter(([, times]) => times > most).map(([key, times]) => `${key}: ${times}`);
}
