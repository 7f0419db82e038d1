import { sinceChangedSchema } from "#lib/contract/since.ts";
import { handler, notAllowed } from "#server/app/handler.ts";
import { json, nothing, signedIn } from "#server/boundary/route-rule.ts";
import { lookAgain, readSince } from "#server/last-visit/since-you-looked.ts";

/** What changed since the caller last looked; `line` asks for the clusters of one change. */
export const GET = handler(
  { access: signedIn, body: nothing, limit: "calendar", effect: "read", garden: "user and shared", shows: "scope" },
  readSince,
);

/** The caller looks, or has seen what was listed: both are remembered. */
export const POST = handler(
  {
    access: signedIn,
    body: json(sinceChangedSchema),
    limit: "calendar",
    effect: "write",
    audit: "visit",
    garden: "user and shared",
    shows: "scope",
  },
  lookAgain,
);

export const { PUT, PATCH, DELETE, OPTIONS } = notAllowed("GET, HEAD, POST");
