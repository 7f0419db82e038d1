import { afterEach, expect } from "vitest";
import { type ControllerOptions, startControllers } from "#garden/gardener/controllers/start-controllers.ts";
import type { SmallGarden } from "./small-garden.fixture.ts";

type Work = Pick<ControllerOptions, "pace" | "life" | "projectQuotas">;

/** Returns a function that starts a garden's controllers. They stop after each test and must not report errors. */
export function controllersForTest(): (garden: SmallGarden, work: Work) => void {
  const stops: (() => Promise<void>)[] = [];
  const faults: unknown[] = [];
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
    expect(faults.splice(0)).toEqual([]);
  });
  return ({ api, clock }, work) => {
    stops.push(startControllers({ api, clock, seed: 1, onFault: (fault) => faults.push(fault), ...work }));
  };
}
