import { handler, notAllowed } from "#server/app/handler.ts";
import { nothing, signedInAccess } from "#server/boundary/route-rule.ts";
import { serveForecast } from "#server/forecast/serve-forecast.ts";

/** Returns all forecast steps and dead ends of the selected clusters, as JSON or as a table. */
export const GET = handler(
  {
    access: signedInAccess,
    body: nothing,
    limit: "read",
    effect: "read",
    garden: "shared",
    shows: "scope",
    work: "export",
  },
  serveForecast,
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = notAllowed("GET, HEAD");
