import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { openPort } from "./open-port.ts";

const many = 1_000;
const limitFile = "/proc/sys/net/core/somaxconn";
const isAllowed = existsSync(limitFile) && Number(readFileSync(limitFile, "utf8")) > many;

test.runIf(isAllowed)("a thousand are connected while the process is busy, and nobody has to ask again", async () => {
  const server = createServer((socket) => socket.on("error", () => undefined));
  await openPort(server, { host: "127.0.0.1", port: 0 });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const done = new Int32Array(new SharedArrayBuffer(4));
  const file = path.resolve(import.meta.dirname, "connect-many.fixture.ts");
  const worker = new Worker(file, { workerData: { port: address.port, many, done } });
  const ended = once(worker, "exit");
  // No connection is accepted meanwhile, because this thread is blocked.
  expect(Atomics.wait(done, 0, 0, 20_000)).toBe("ok");
  await ended;
  server.close();
});
