import { destinationChangeRequestSchema } from "#lib/contract/destinations.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { jsonRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { changeDestinations } from "#server/delivery/change-destinations.ts";

/** Adds, changes or deletes one notification destination of the caller, or sends a test message to it. */
export const POST = createGardenRoute(
  {
    access: signedInAccess,
    body: jsonRequestBody(destinationChangeRequestSchema),
    // A test message is sent to a third party, so the stricter rate limit applies.
    limit: "reveal",
    effect: "write",
    audit: "destination",
    garden: "user and shared",
    shows: "self",
  },
  changeDestinations,
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("POST");
