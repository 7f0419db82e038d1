import type { IncomingMessage } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { recordingTransport } from "../testing/recording-transport.ts";
import { gardenOver, type RouteWorld, routeWorld } from "../testing/route-world.ts";
import { appPages } from "./app-files.ts";
import type { NodeHandler } from "./front-door.ts";
import { warmUp } from "./warm-up.ts";

const pages = appPages();
const transport = recordingTransport();
let world: RouteWorld;
beforeAll(async () => {
  world = await routeWorld({ found: gardenOver(transport) });
  transport.requests.length = 0;
});
beforeEach(() => {
  world.log.length = 0;
});
afterAll(() => world.stop());

const seen: IncomingMessage[] = [];
const render: NodeHandler = async (request, response) => {
  seen.push(request);
  response.end("<p>a page</p>");
};

test("every page is rendered once, for a session of nobody that holds no token", async () => {
  expect(await warmUp(render, world.app)).toBe(pages.length);
  expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual(
    pages.map(({ path }) => `GET ${path.replace(/[[\]]/g, "")}`),
  );
  const reading = await world.app.readSession(seen[0]?.headers.cookie ?? null);
  expect(reading).toMatchObject({ kind: "active", session: { user: { name: "nobody" }, token: "" } });
  expect(transport.requests).toEqual([]);
});

test("a page that fails is named in the log, and the others are rendered", async () => {
  const failing: NodeHandler = async ({ url }, response) => {
    response.statusCode = url === "/clusters" ? 500 : 200;
    response.end();
  };
  expect(await warmUp(failing, world.app)).toBe(pages.length - 1);
  expect(world.log.join("")).toContain('"path":"/clusters"');
});

test("a page that never comes does not hold up the start", async () => {
  expect(await warmUp(async () => undefined, world.app, 50)).toBe(0);
  expect(world.log).toHaveLength(1);
});
