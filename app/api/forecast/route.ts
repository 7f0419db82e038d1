import { handler, notAllowed } from "#server/app/handler.ts";
import { nothing, signedIn } from "#server/boundary/route-rule.ts";
import { answerForecast } from "#server/forecast/answer-forecast.ts";

/** Returns all forecast steps and dead ends of the selected clusters, as JSON or as a table. */
export const GET = handler(
  { access: signedIn, body: nothing, limit: "read", effect: "read", garden: "shared", shows: "scope", work: "export" },
  answerForecast,
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = notAllowed("GET, HEAD");
