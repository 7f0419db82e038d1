import "server-only";
import { once } from "node:events";
import type { Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Gardens } from "#server/app/gardens.ts";
import type { RouteServices } from "#server/boundary/create-handler.ts";

export interface StopOptions {
  readonly gardens: Pick<Gardens, "leave" | "drain" | "stop"> & { readonly boundary: Pick<RouteServices, "log"> };
  readonly server: Server;
  readonly closeWeb: () => Promise<void>;
  /** How many milliseconds load balancers get to notice that the process is not ready. */
  readonly noticeMs: number;
}

/** Time in which running requests can finish. */
const graceMs = 5_000;

/** Shuts down gracefully on the first SIGTERM or SIGINT, and immediately on the second. */
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
 * Ends this process when npm has ended: npm sends signals to a shell that does not forward them, and this process would
 * continue to occupy the port.
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

/** Shuts down: fails readiness and closes event streams, lets running requests finish, then closes the gardens. */
export async function stop({ gardens, server, closeWeb, noticeMs }: StopOptions): Promise<void> {
  gardens.leave(noticeMs);
  // Makes clients use another connection for their next request, since this one will be closed.
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
