import { handler, notAllowed } from "#server/app/handler.ts";
import { nothing, signedIn } from "#server/boundary/route-rule.ts";
import { countFigures } from "#server/garden-figures/count-figures.ts";

/** How many clusters the user may see in the garden, or finds there, and what they face. */
export const GET = handler(
  { access: signedIn, body: nothing, limit: "read", effect: "read", garden: "shared", shows: "scope" },
  countFigures,
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = notAllowed("GET, HEAD");
