import { expect } from "vitest";
import { gardenResourceRegistry } from "#garden/garden-state.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import type { TestLandscape } from "./landscape.fixture.ts";

/** Maximum number of writes per Shoot: two complete flows, including conditions and labels. */
const mostInMinute = 120;
/** Maximum writes for a Shoot in Error, retried after 5, 10, 20, … s, then every five minutes: 17 flows of about 25. */
const mostInHour = 500;

/**
 * Advances the clock minute by minute and checks that no object is written more often than its limit.
 * @param landscape a landscape with the option `life`
 */
export async function expectBoundedWrites({ api, pass, faults }: TestLandscape, hours: number): Promise<void> {
  const inMinute = new Map<string, number>();
  const everWritten = new Set<string>();
  let isLiving = false;
  const count = ({ kind, metadata }: KubeObject): void => {
    const key = `${kind} ${metadata.namespace ?? ""}/${metadata.name}`;
    if (isLiving) inMinute.set(key, (inMinute.get(key) ?? 0) + 1);
  };
  for (const { resource } of gardenResourceRegistry.definitions) api.watch({ resource }, ({ object }) => count(object));
  isLiving = true;
  for (let hour = 0; hour < hours; hour += 1) {
    const inHour = new Map<string, number>();
    for (let minute = 0; minute < 60; minute += 1) {
      await pass(60);
      expect(above(inMinute, mostInMinute)).toEqual([]);
      for (const [key, times] of inMinute) inHour.set(key, (inHour.get(key) ?? 0) + times);
      inMinute.clear();
    }
    expect(above(inHour, mostInHour)).toEqual([]);
    for (const key of inHour.keys()) everWritten.add(key);
  }
  expect(everWritten.size).toBeGreaterThan(5);
  expect(faults).toEqual([]);
}

function above(written: ReadonlyMap<string, number>, most: number): readonly string[] {
  return [...written].filter(([, times]) => times > most).map(([key, times]) => `${key}: ${times}`);
}
