import { destinationChangeRequestSchema } from "#lib/contract/destinations.ts";
import { handler, notAllowed } from "#server/app/handler.ts";
import { json, signedInAccess } from "#server/boundary/route-rule.ts";
import { changeDestinations } from "#server/delivery/change-destinations.ts";

/** Makes one change: adds, changes or deletes one of the caller's destinations, or sends a test to it. */
export const POST = handler(
  {
    access: signedInAccess,
    body: json(destinationChangeRequestSchema),
    // A test sends a request to a third party.
    limit: "reveal",
    effect: "write",
    audit: "destination",
    garden: "user and shared",
    shows: "self",
  },
  changeDestinations,
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = notAllowed("POST");
