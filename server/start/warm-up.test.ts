import type { IncomingMessage } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { wrapSingleGarden } from "#server/app/gardens.ts";
import { recordingTransport } from "#server/testing/recording-transport.ts";
import { createTransportGarden, type RouteTestBed, startRouteTestBed } from "#server/testing/route-test-bed.ts";
import { type AppFile, appFiles, appPages } from "./app-files.ts";
import { RequestQueues } from "./front-server/request-queues.ts";
import type { NodeRequestHandler } from "./front-server.ts";
import { warmUp } from "./warm-up.ts";

const plain = ({ path }: AppFile) => path.replace(/[[\]]/g, "");
const pages = appPages().map((page) => `GET ${plain(page)}`);
const routes = appFiles("route.ts").map((route) => `OPTIONS ${plain(route)}`);
const transport = recordingTransport();
let world: RouteTestBed;
const seen: IncomingMessage[] = [];
beforeAll(async () => {
  world = await startRouteTestBed({ found: createTransportGarden(transport) });
  transport.requests.length = 0;
});
beforeEach(() => {
  world.log.length = 0;
  seen.length = 0;
});
afterAll(() => world.stop());

const render: NodeRequestHandler = async (request, response) => {
  seen.push(request);
  if (request.method === "OPTIONS") response.statusCode = 405;
  response.end("<p>a page</p>");
};

test("every page is rendered once, and every route refuses once, for a session of nobody that holds no token", async () => {
  expect(await warmUp(render, wrapSingleGarden(world.app), { crowd: new RequestQueues() })).toBe(
    pages.length + routes.length,
  );
  expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([...pages, ...routes]);
  const reading = await world.app.readSession(seen[0]?.headers.cookie ?? null);
  expect(reading).toMatchObject({ kind: "active", session: { user: { name: "nobody" }, token: "" } });
  expect(transport.requests).toEqual([]);
});

test("what fails is named in the log, and the others are loaded", async () => {
  const failing: NodeRequestHandler = async (request, response) => {
    if (request.url !== "/clusters") return await render(request, response);
    response.statusCode = 500;
    response.end();
  };
  expect(await warmUp(failing, wrapSingleGarden(world.app), { crowd: new RequestQueues() })).toBe(
    pages.length + routes.length - 1,
  );
  expect(world.log.join("")).toContain('"path":"/clusters"');
});

test("a page that never comes does not hold up the start", async () => {
  expect(
    await warmUp(async () => undefined, wrapSingleGarden(world.app), { crowd: new RequestQueues(), patienceMs: 50 }),
  ).toBe(0);
  // The application itself logs, too, for instance that its garden does not answer.
  expect(world.log.filter((line) => line.includes("could not be loaded"))).toHaveLength(1);
});

test("those who wait at the door have their turns before", async () => {
  const crowd = new RequestQueues();
  const caller = { key: "ada", isKnown: true };
  const loadedBefore: number[] = [];
  const work = async () => {
    loadedBefore.push(seen.length);
    await crowd.takenIn();
  };
  const turns = Array.from({ length: 40 }, () => crowd.answers.run(caller, work, new AbortController().signal));
  await warmUp(render, wrapSingleGarden(world.app), { crowd });
  expect(loadedBefore).toEqual(turns.map(() => 0));
  await Promise.all(turns);
});
