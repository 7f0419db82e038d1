import { answerForecast } from "#server/forecast/answer-forecast.ts";
import { nothing, signedIn } from "#server/http/create-handler.ts";
import { handler, notAllowed } from "#server/http/handler.ts";

/** Every foreseen step and dead end of the clusters that the query selects, as JSON or as a table. */
export const GET = handler({ access: signedIn, body: nothing, limit: "read" }, answerForecast);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = notAllowed("GET, HEAD");
