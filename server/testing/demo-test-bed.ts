import { afterAll, beforeAll, expect, vi } from "vitest";
import type { EmbeddedGarden, EmbeddedGardenOptions } from "#garden/start-embedded-garden.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { configMaps, shoots } from "#lib/kube/resource.ts";
import type { Almanac } from "#server/app/container.ts";
import type { RouteFunction } from "#server/boundary/create-handler.ts";
import type { Transport } from "#server/garden/transport.ts";
import { type Browser, signInAs } from "./browser.ts";
import { deviceCookie } from "./device-cookie.ts";
import { embeddedForTest, gardenThrough } from "./embedded-garden.ts";
import { pageRequest, type RouteTestBed, type RouteTestBedOptions, startRouteTestBed } from "./route-test-bed.ts";

/** The ConfigMaps in Almanac's own namespace. */
export const ownMaps = { resource: configMaps, namespace: "almanac" };

export interface DemoTestBedOptions extends Omit<RouteTestBedOptions, "found"> {
  readonly garden?: EmbeddedGardenOptions;
  /** Demo users to sign in at the start. */
  readonly people?: readonly string[];
  /** Prepares the garden before Almanac reads it. */
  readonly plant?: (embedded: EmbeddedGarden) => void;
  /** Wraps the transport between Almanac and the garden. */
  readonly wrap?: (transport: Transport) => Transport;
}

interface Asked {
  readonly path?: string;
  readonly params?: Readonly<Record<string, string>>;
  /** Body of a POST; without it the request is a GET. */
  readonly body?: unknown;
  /** Another application than the demo's own. */
  readonly app?: Almanac;
}

/** The demo and an application on it. Available in tests and hooks only, since nothing has started before. */
export interface DemoTestBed extends RouteTestBed {
  readonly embedded: EmbeddedGarden;
  /** A cluster as the garden has it now. */
  shoot(project: string, name: string): Shoot;
  /** The browser of one of `people`. */
  as(person: string): Browser;
  /** A route's response to a demo user who has just signed in. */
  call(route: RouteFunction, person: string, asked?: Asked): Promise<Response>;
  /** The Cookie header of such a user. */
  cookie(person: string, app?: Almanac): Promise<string>;
  /** Deletes everything that Almanac has stored in its own namespace. */
  forget(): void;
}

/** Starts the demo behind the real routes before a file's first test, and stops it after the last. */
export function startDemoTestBed({
  garden,
  people = [],
  plant,
  wrap,
  ...options
}: DemoTestBedOptions = {}): DemoTestBed {
  let embedded: EmbeddedGarden | undefined;
  let world: RouteTestBed | undefined;
  const browsers = new Map<string, Browser>();
  beforeAll(async () => {
    const started = await embeddedForTest(garden);
    embedded = started.embedded;
    plant?.(embedded);
    const wrapped = wrap && { garden: gardenThrough(embedded, wrap).garden };
    const made = await startRouteTestBed({ ...options, found: { ...started.found, ...wrapped } });
    world = made;
    await vi.waitUntil(() => made.app.isReady() && made.app.fleet.isSettled(), 30_000);
    for (const person of people) browsers.set(person, await signInAs(person));
  });
  afterAll(async () => {
    for (const browser of browsers.values()) browser.close();
    await world?.stop();
  });
  const cookie = (person: string, app = started(world).app) => deviceCookie(app, started(embedded), person);
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
    cookie,
    async call(route, person, { path = "/", params = {}, body, app } = {}) {
      const written = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
      return route(pageRequest(path, { cookie: await cookie(person, app), ...written }), {
        params: Promise.resolve(params),
      });
    },
    forget() {
      const { api } = started(embedded);
      for (const { metadata } of api.list(ownMaps)) api.delete({ ...ownMaps, name: metadata.name });
    },
    stop: () => started(world).stop(),
  };
}

function started<Started>(value: Started | undefined): Started {
  if (value === undefined) throw new Error("the demo has not started: look at it within a test or a hook");
  return value;
}

/** Parses a response whose status must be 200. */
export async function parseOkResponse<Answer>(
  response: Response,
  schema: { parse(value: unknown): Answer },
): Promise<Answer> {
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return schema.parse(JSON.parse(text));
}
