import "server-only";
import { anyone, createHandler, nothing, type RouteHandler } from "../boundary/create-handler.ts";
import { ProblemError, problemResponse, toProblem } from "../boundary/problem.ts";
import { almanac } from "./almanac.ts";

/** Makes every route of the application; see `createHandler`. */
export const handler = createHandler(almanac);

/** A function for each method that a route does not have. A route exports those that are left over. */
export interface RefusedMethods {
  readonly GET: RouteHandler;
  readonly HEAD: RouteHandler;
  readonly POST: RouteHandler;
  readonly PUT: RouteHandler;
  readonly PATCH: RouteHandler;
  readonly DELETE: RouteHandler;
  readonly OPTIONS: RouteHandler;
}

/** Refuses with 405 and says what there is instead, such as `GET, HEAD`. */
export function notAllowed(allow: string): RefusedMethods {
  const refuse = handler({ access: anyone, body: nothing, limit: "read", effect: "read" }, ({ request, requestId }) => {
    const detail = `${request.method} is not possible here, only ${allow}.`;
    const response = problemResponse(toProblem(new ProblemError("method-not-allowed", { detail }), requestId));
    response.headers.set("allow", allow);
    return response;
  });
  return { GET: refuse, HEAD: refuse, POST: refuse, PUT: refuse, PATCH: refuse, DELETE: refuse, OPTIONS: refuse };
}
