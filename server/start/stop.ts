import "server-only";
import { once } from "node:events";
import type { Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Gardens } from "#server/app/gardens.ts";
import type { Boundary } from "#server/boundary/create-handler.ts";

export interface StopOptions {
  readonly gardens: Pick<Gardens, "leave" | "drain" | "stop"> & { readonly boundary: Pick<Boundary, "log"> };
  readonly server: Server;
  readonly closeWeb: () => Promise<void>;
  /** How long load balancers get to notice that we are not ready any more, and open streams to move. */
  readonly noticeMs: number;
}

/** Requests under way get this long to finish. */
const graceMs = 5_000;

/** Leaves in order on the first SIGTERM or SIGINT, and at once on the second. */
export function stopOnSignals(options: StopOptions): void {
  let stopping = false;
  const onSignal = () => {
    if (stopping) process.exit(1);
    stopping = true;
    stop(options).then(
      () => process.exit(0),
      (error: unknown) => {
        options.gardens.boundary.log.error({ err: error }, "could not stop in order");
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
}

/**
 * Ends this process when npm is gone: npm hands a signal to a shell in between, which dies of it without telling us, and
 * the port would stay taken.
 */
export function stopWithNpm(): void {
  if (process.env.npm_lifecycle_event !== "start") return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, 500);
  timer.unref();
}

/** Has streams move and balancers look elsewhere, ends what is under way, and lets go of the gardens. */
export async function stop({ gardens, server, closeWeb, noticeMs }: StopOptions): Promise<void> {
  gardens.leave(noticeMs);
  // Whoever keeps connections opens the next one elsewhere, and does not ask over one that is just being closed.
  server.prependListener("request", (_request, response) => response.setHeader("connection", "close"));
  await sleep(noticeMs);
  gardens.drain();
  const closed = once(server, "close");
  server.close();
  server.closeIdleConnections();
  const late = AbortSignal.timeout(graceMs);
  late.addEventListener("abort", () => server.closeAllConnections());
  await closed;
  await closeWeb();
  await gardens.stop();
}
