import { createServer, type RequestListener } from "node:http";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { destinationLimits } from "#lib/contract/destinations.ts";
import { eventuallyTimeoutMs } from "#lib/testing/eventually.ts";
import { DeliveryTestBed } from "#server/testing/delivery-test-bed.ts";
import { listenOnLoopback } from "#server/testing/listen-on-loopback.ts";

let desk: DeliveryTestBed;

beforeAll(async () => {
  desk = await DeliveryTestBed.start();
});
afterAll(() => desk.stop());

const silent: RequestListener = () => undefined;
/** Behaviours of failing webhook receivers, such as never answering. */
const kinds: readonly RequestListener[] = [
  silent,
  ({ socket }) => void socket.write("HTTP/1.1 200 OK\r\n"),
  (_, response) => void response.writeHead(200).write("x"),
  ({ socket }) => void socket.destroy(),
  (_, response) => void response.writeHead(503, { "retry-after": "9" }).end(),
];

test("N4: nobody's notice waits for receivers of somebody else that are silent, lying, dripping or dead", async () => {
  let [taken, givenUp] = [0, 0];
  const ill = await Promise.all(
    kinds.map((behave) =>
      listenOnLoopback(
        createServer((request, response) => {
          taken += 1;
          if (behave === silent) {
            response.on("close", () => {
              givenUp += 1;
            });
          }
          behave(request, response);
        }),
      ),
    ),
  );
  const to: string[] = [];
  for (const { url } of ill.slice(0, destinationLimits.destinations)) {
    to.push((await desk.webhook("json", { url, identity: "operator" })).id);
  }
  await desk.watch(to, "operator");
  await desk.happen();
  const first = desk.deliver();
  await vi.waitUntil(() => taken >= 2, eventuallyTimeoutMs);
  const { id } = await desk.webhook();
  await desk.watch([id]);
  await desk.happen();
  const second = desk.deliver();
  await vi.waitUntil(() => desk.receiver.received.length > 0, eventuallyTimeoutMs);
  expect(givenUp).toBe(0);
  for (const each of ill) each.close();
  await Promise.all([first, second]);
});
