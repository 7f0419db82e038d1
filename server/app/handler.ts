import "server-only";
import { createHandler, type RouteFunction } from "#server/boundary/create-handler.ts";
import { ProblemError, problemResponse, toProblem } from "#server/boundary/problem.ts";
import { anyone, nothing } from "#server/boundary/route-rule.ts";
import { almanac } from "./almanac.ts";

/** Creates every route that concerns a garden; see `createHandler`. */
export const handler = createHandler(async (request) => (await almanac()).appOf(request));

/** Creates the routes that concern the process and not one garden. */
export const processHandler = createHandler(async () => {
  const gardens = await almanac();
  return { ...gardens.boundary, gardens };
});

/** A function for each HTTP method. A route exports those that it does not support. */
export interface UnsupportedMethods {
  readonly GET: RouteFunction;
  readonly HEAD: RouteFunction;
  readonly POST: RouteFunction;
  readonly PUT: RouteFunction;
  readonly PATCH: RouteFunction;
  readonly DELETE: RouteFunction;
  readonly OPTIONS: RouteFunction;
}

/** Refuses with 405 and an `allow` header, such as `GET, HEAD`. */
export function notAllowed(allow: string): UnsupportedMethods {
  const rule = {
    access: anyone,
    body: nothing,
    limit: "read",
    effect: "read",
    garden: "none",
    shows: "public",
  } as const;
  const answer = processHandler(rule, ({ request, requestId }) => {
    const detail = `${request.method} is not possible here, only ${allow}.`;
    const response = problemResponse(toProblem(new ProblemError("method-not-allowed", { detail }), requestId));
    response.headers.set("allow", allow);
    return response;
  });
  // Without the rule, so that the list of routes does not include refused methods.
  const refuse: RouteFunction = (request, context) => answer(request, context);
  return { GET: refuse, HEAD: refuse, POST: refuse, PUT: refuse, PATCH: refuse, DELETE: refuse, OPTIONS: refuse };
}
