import { expect } from "vitest";
import { gardenRegistry } from "#garden/garden-state.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import type { TestLandscape } from "./landscape.fixture.ts";

/** Two complete flows, including the writes for conditions and labels. */
const mostInMinute = 120;
/** A Shoot in Error is retried after 5 s, 10 s, 20 s, … and then every five minutes: 17 flows of some 25 writes. */
const mostInHour = 500;

/**
 * Advances the time minute by minute and checks that no object of any kind exceeds its limit of writes.
 * @param landscape A landscape with `life`.
 */
export async function expectBoundedWrites({ api, pass, faults }: TestLandscape, hours: number): Promise<void> {
  const inMinute = new Map<string, number>();
  const everWritten = new Set<string>();
  let isLiving = false;
  const count = ({ kind, metadata }: KubeObject): void => {
    const key = `${kind} ${metadata.namespace ?? ""}/${metadata.name}`;
    if (isLiving) inMinute.set(key, (inMinute.get(key) ?? 0) + 1);
  };
  for (const { resource } of gardenRegistry.definitions) api.watch({ resource }, ({ object }) => count(object));
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
