import "server-only";
import { createHandler, type RouteFunction } from "#server/boundary/create-handler.ts";
import { ProblemError, problemResponse, toProblem } from "#server/boundary/problem.ts";
import { anonymousAccess, noRequestBody } from "#server/boundary/route-rule.ts";
import { getRunningGardens } from "./almanac.ts";

/** Creates every route that concerns a garden; see `createHandler`. */
export const createGardenRoute = createHandler(async (request) => (await getRunningGardens()).appOf(request));

/** Creates the routes that concern the process and not one garden. */
export const createProcessRoute = createHandler(async () => {
  const gardens = await getRunningGardens();
  return { ...gardens.boundary, gardens };
});

/** Handlers for the HTTP methods that a route exports only to refuse them. */
export interface UnsupportedMethods {
  readonly GET: RouteFunction;
  readonly HEAD: RouteFunction;
  readonly POST: RouteFunction;
  readonly PUT: RouteFunction;
  readonly PATCH: RouteFunction;
  readonly DELETE: RouteFunction;
  readonly OPTIONS: RouteFunction;
}

/** Creates handlers that refuse a method with 405 and an `allow` header, such as `GET, HEAD`. */
export function createMethodRejections(allow: string): UnsupportedMethods {
  const rule = {
    access: anonymousAccess,
    body: noRequestBody,
    limit: "read",
    effect: "read",
    garden: "none",
    shows: "public",
  } as const;
  const answer = createProcessRoute(rule, ({ request, requestId }) => {
    const detail = `${request.method} is not possible here, only ${allow}.`;
    const response = problemResponse(toProblem(new ProblemError("method-not-allowed", { detail }), requestId));
    response.headers.set("allow", allow);
    return response;
  });
  // Has no `rule` property, so that the list of all routes does not include refused methods.
  const refuse: RouteFunction = (request, context) => answer(request, context);
  return { GET: refuse, HEAD: refuse, POST: refuse, PUT: refuse, PATCH: refuse, DELETE: refuse, OPTIONS: refuse };
}
