import type { Browser } from "@playwright/test";
import { type Credentials, newVisitor } from "../browser-page.ts";
import type { Farm } from "../faults/farm.ts";
import { World } from "../faults/world.ts";
import { imageEnvironment, imageOptions } from "../image-options.ts";

/** Seconds until it has to be ready, whatever its size. */
const mostReadyS = 300;

/** Almanac as the image starts it, in front of its garden with nothing between them, and a browser. */
export interface ScaleSetup {
  readonly farm: Farm;
  readonly world: World;
  readonly browser: Browser;
  /** How many Shoots were asked for; the demo landscape has a few more. */
  readonly shoots: number;
}

export interface Started {
  readonly world: World;
  readonly livesS: number;
  readonly readyS: number;
}

/**
 * @param nodeOptions given to node beside those of the image
 * @throws Error with what it said when it ended before it was ready
 */
export async function startAlmanac(farm: Farm, nodeOptions: readonly string[] = []): Promise<Started> {
  // The browser speaks to it by its address: what signs in from elsewhere has no place here.
  const environment = { LOG_LEVEL: "warn", PUBLIC_ORIGIN: "", ...imageEnvironment() };
  const world = await World.open(farm, {
    isDirect: true,
    nodeOptions: [...imageOptions(), ...nodeOptions],
    environment,
  });
  try {
    const since = () => (performance.now() - world.product.spawnedAt) / 1000;
    const livesS = since();
    if ((await world.ready(mostReadyS)) === undefined) throw new Error(`not ready in time: ${world.product.output}`);
    return { world, livesS, readyS: since() };
  } catch (error) {
    await world.close();
    throw error;
  }
}

export function originOf({ world }: ScaleSetup): string {
  return `http://127.0.0.1:${world.product.port}`;
}

/** A page of one of the people who see everything, in a browser that remembers nothing. */
export async function newPage(setup: ScaleSetup, person = 0) {
  const tokens = await setup.farm.peopleTokens(person + 1);
  const credentials: Credentials = { method: "token", token: tokens[person] ?? "" };
  return await newVisitor(setup.browser, originOf(setup), credentials);
}
