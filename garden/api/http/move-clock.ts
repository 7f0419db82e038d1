import "server-only";
import { fieldAt, stringAt } from "#lib/kube/field.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { badRequest } from "../errors/api-error.ts";
import { authorizePath } from "./exchange/authorize.ts";
import { type AuthenticatedExchange, sendJson } from "./exchange/exchange.ts";
import { readObjectRequestBody } from "./exchange/read-body.ts";

/**
 * POST /almanac/clock: moves the garden's time forward, by `{"advanceSeconds": N}` or to `{"now": "<instant>"}`, and
 * returns the new time. Timers that become due on the way run.
 */
export async function moveClock(exchange: AuthenticatedExchange): Promise<void> {
  const { server, user, request } = exchange;
  authorizePath(server, user, "/almanac/clock", "post");
  const body = await readObjectRequestBody(request);
  await server.clock.advance(distanceMs(body, server.clock.now()));
  sendJson(exchange, 200, { now: server.clock.now().toISOString() });
}

const farthestMs = 10 * 365 * dayMs;

function distanceMs(body: unknown, now: Date): number {
  const seconds = fieldAt(body, "advanceSeconds");
  const until = parseInstant(stringAt(body, "now"));
  const distance =
    typeof seconds === "number" ? seconds * 1000 : until === undefined ? Number.NaN : until - now.getTime();
  if (distance >= 0 && distance <= farthestMs) return distance;
  throw badRequest("the clock moves forward only, by advanceSeconds or to the instant now, and at most ten years");
}
