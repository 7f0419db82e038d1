/** A worker thread that opens many connections, and reports when all are established. */
import { once } from "node:events";
import { connect } from "node:net";
import { workerData } from "node:worker_threads";
import { z } from "zod";

const { port, many, done } = z
  .object({ port: z.number(), many: z.number(), done: z.instanceof(Int32Array) })
  .parse(workerData);

const sockets = Array.from({ length: many }, () => connect(port, "127.0.0.1"));
await Promise.all(sockets.map((socket) => once(socket, "connect")));
Atomics.store(done, 0, 1);
Atomics.notify(done, 0);
for (const socket of sockets) socket.destroy();
