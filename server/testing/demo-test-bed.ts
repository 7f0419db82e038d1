import { afterAll, beforeAll, expect, vi } from "vitest";
import type { EmbeddedGarden, EmbeddedGardenOptions } from "#garden/start-embedded-garden.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { configMaps, shoots } from "#lib/kube/resource.ts";
import { eventuallyTimeoutMs } from "#lib/testing/eventually.ts";
import type { Almanac } from "#server/app/container.ts";
import type { RouteFunction } from "#server/boundary/create-handler.ts";
import type { Transport } from "#server/garden/transport.ts";
import { type Browser, signInAs } from "./browser.ts";
import { deviceCookie } from "./device-cookie.ts";
import { connectEmbeddedGarden, startTestGarden } from "./embedded-garden.ts";
import { pageRequest, type RouteTestBed, type RouteTestBedOptions, startRouteTestBed } from "./route-test-bed.ts";

/** Where Almanac stores its own ConfigMaps. */
export const ownConfigMapsTarget = { resource: configMaps, namespace: "almanac" };

export interface DemoTestBedOptions extends Omit<RouteTestBedOptions, "found"> {
  readonly garden?: EmbeddedGardenOptions;
  /** Demo users who are signed in at the start. */
  readonly people?: readonly string[];
  /** Changes objects of the garden before Almanac reads them. */
  readonly plant?: (embedded: EmbeddedGarden) => void;
  /** Wraps the transport between Almanac and the garden. */
  readonly wrap?: (transport: Transport) => Transport;
}

interface Asked {
  readonly path?: string;
  readonly params?: Readonly<Record<string, string>>;
  /** Body of a POST request; without one the request is a GET. */
  readonly body?: unknown;
  /** Another application to call instead of the demo's own. */
  readonly app?: Almanac;
}

/** A demo garden and an Almanac that shows it. Use it in tests and hooks only: before them it is not started. */
export interface DemoTestBed extends RouteTestBed {
  readonly embedded: EmbeddedGarden;
  /** A Shoot as currently stored in the garden. */
  shoot(project: string, name: string): Shoot;
  /** The browser in which one of `people` is signed in. */
  as(person: string): Browser;
  /** Calls a route as a demo user who has just signed in. */
  call(route: RouteFunction, person: string, asked?: Asked): Promise<Response>;
  /** The Cookie header of a demo user who has just signed in. */
  cookie(person: string, app?: Almanac): Promise<string>;
  /** Deletes everything that Almanac has stored in its own namespace of the garden. */
  forget(): void;
}

/** Starts a demo garden and an Almanac before a file's first test, and stops them after the last. */
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
    const started = await startTestGarden(garden);
    embedded = started.embedded;
    plant?.(embedded);
    const wrapped = wrap && { garden: connectEmbeddedGarden(embedded, wrap).garden };
    const made = await startRouteTestBed({ ...options, found: { ...started.found, ...wrapped } });
    world = made;
    await vi.waitUntil(() => made.app.isReady() && made.app.fleet.isSettled(), eventuallyTimeoutMs);
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
      for (const { metadata } of api.list(ownConfigMapsTarget))
        api.delete({ ...ownConfigMapsTarget, name: metadata.name });
    },
    stop: () => started(world).stop(),
  };
}

function started<Started>(value: Started | undefined): Started {
  if (value === undefined) throw new Error("the demo has not started: look at it within a test or a hook");
  return value;
}

/** Parses a response, and fails the test unless its status is 200. */
export async function parseOkResponse<Answer>(
  response: Response,
  schema: { parse(value: unknown): Answer },
): Promise<Answer> {
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return schema.parse(JSON.parse(text));
}
