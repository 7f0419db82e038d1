import { handler, notAllowed } from "#server/app/handler.ts";
import { nothing, signedIn } from "#server/boundary/route-rule.ts";
import { countFigures } from "#server/garden-figures/count-figures.ts";

/** Counts the clusters visible to the user, or matching a search, and what they face. */
export const GET = handler(
  { access: signedIn, body: nothing, limit: "read", effect: "read", garden: "shared", shows: "scope" },
  countFigures,
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = notAllowed("GET, HEAD");
