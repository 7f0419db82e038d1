import { afterAll, beforeAll, vi } from "vitest";
import type { EmbeddedGarden, EmbeddedGardenOptions } from "#garden/start-embedded-garden.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { shoots } from "#lib/kube/resource.ts";
import { type Browser, signInAs } from "./browser.ts";
import { embeddedForTest } from "./embedded-garden.ts";
import { type RouteWorld, type RouteWorldOptions, routeWorld } from "./route-world.ts";

export interface DemoWorldOptions extends Omit<RouteWorldOptions, "found"> {
  readonly garden?: EmbeddedGardenOptions;
  /** Who is signed in from the start, by the demo's names. */
  readonly people?: readonly string[];
  /** What is to be in the garden before Almanac looks at it. */
  readonly plant?: (embedded: EmbeddedGarden) => void;
}

/** The demo and the application on it. To be looked at within tests and hooks: before, nothing has started. */
export interface DemoWorld extends RouteWorld {
  readonly embedded: EmbeddedGarden;
  /** A cluster as the garden holds it now. */
  shoot(project: string, name: string): Shoot;
  /** The browser of one of `people`. */
  as(person: string): Browser;
}

/** Starts the demo behind the real routes before a file's first test, and stops it after the last. */
export function demoWorld({ garden, people = [], plant, ...options }: DemoWorldOptions = {}): DemoWorld {
  let embedded: EmbeddedGarden | undefined;
  let world: RouteWorld | undefined;
  const browsers = new Map<string, Browser>();
  beforeAll(async () => {
    const started = await embeddedForTest(garden);
    embedded = started.embedded;
    plant?.(embedded);
    const made = await routeWorld({ ...options, found: started.found });
    world = made;
    await vi.waitUntil(() => made.app.isReady(), 30_000);
    for (const person of people) browsers.set(person, await signInAs(person));
  });
  afterAll(async () => {
    for (const browser of browsers.values()) browser.close();
    await world?.stop();
  });
  return {
    get app() {
      return started(world).app;
    },
    get log() {
      return started(world).log;
    },
    get embedded() {
      return started(embedded);
    },
    shoot(project, name) {
      const target = { resource: shoots, namespace: `garden-${project}`, name };
      const found = started(embedded).api.get<Shoot>(target);
      if (found === undefined) throw new Error(`the garden has no ${project}/${name}`);
      return found;
    },
    as: (person) => started(browsers.get(person)),
    stop: () => started(world).stop(),
  };
}

function started<Started>(value: Started | undefined): Started {
  if (value === undefined) throw new Error("the demo has not started: look at it within a test or a hook");
  return value;
}
