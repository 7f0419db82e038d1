import { notAllowed, processHandler } from "#server/app/handler.ts";
import { anyone, nothing } from "#server/boundary/route-rule.ts";
import { serveLanguageScript } from "#server/language/language-script.ts";

/** Returns all messages of a language, as a script that pages load before their own. */
export const GET = processHandler(
  { access: anyone, body: nothing, limit: "read", effect: "read", garden: "none", shows: "public" },
  ({ param, request }) => serveLanguageScript(param("language"), request),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = notAllowed("GET, HEAD");
