import { sinceChangedSchema } from "#lib/contract/since.ts";
import { handler, notAllowed } from "#server/app/handler.ts";
import { json, nothing, signedIn } from "#server/boundary/route-rule.ts";
import { lookAgain, readSince } from "#server/last-visit/since-you-looked.ts";

/** Returns the changes since the caller's last visit; `line` returns the clusters of one change. */
export const GET = handler(
  { access: signedIn, body: nothing, limit: "calendar", effect: "read", garden: "user and shared", shows: "scope" },
  readSince,
);

/** Records a visit, or that the listed changes were seen. */
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
