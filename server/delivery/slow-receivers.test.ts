import { createServer } from "node:http";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { destinationLimits } from "#lib/contract/destinations.ts";
import { DeliveryWorld } from "../testing/delivery-world.ts";
import { listenOnLoopback } from "../testing/listen-on-loopback.ts";

vi.setConfig({ testTimeout: 60_000 });

let desk: DeliveryWorld;

beforeAll(async () => {
  desk = await DeliveryWorld.start();
}, 60_000);
afterAll(() => desk.stop());

test("N4: nobody's notice waits for receivers of somebody else that take requests and never answer", async () => {
  let [taken, givenUp] = [0, 0];
  const server = createServer((_, response) => {
    taken += 1;
    response.on("close", () => {
      givenUp += 1;
    });
  });
  const silent = await listenOnLoopback(server);
  const to: string[] = [];
  for (let count = 0; count < destinationLimits.destinations; count += 1) {
    to.push((await desk.webhook("json", { url: silent.url, identity: "operator" })).id);
  }
  await desk.watch(to, "operator");
  await desk.happen();
  const first = desk.deliver();
  await vi.waitUntil(() => taken > 0);
  const { id } = await desk.webhook();
  await desk.watch([id]);
  await desk.happen();
  const second = desk.deliver();
  await vi.waitUntil(() => desk.receiver.received.length > 0, { timeout: 30_000 });
  expect([taken > 0, givenUp]).toEqual([true, 0]);
  silent.close();
  server.closeAllConnections();
  await Promise.all([first, second]);
});
