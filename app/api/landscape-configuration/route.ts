import { landscapeConfigurationResponseSchema } from "#lib/contract/landscape-configuration/landscape-configuration.ts";
import { shoots } from "#lib/kube/resource.ts";
import { accessReviewAttributes, reviewAccessOrUndefined } from "#server/access/access-reviews.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import { noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";

/**
 * Returns the texts, links and defaults that the operator has configured for all users. Where they come from and what
 * of them has no effect is told only to who sees the clusters of all projects.
 */
export const GET = createGardenRoute(
  { access: signedInAccess, body: noRequestBody, limit: "read", effect: "read", garden: "shared", shows: "garden" },
  async ({ app, session }) => {
    const everywhere = accessReviewAttributes("list", shoots);
    const isOperator = (await reviewAccessOrUndefined(app.reviews, session.token, everywhere)) === true;
    const shown = isOperator ? await app.landscape.read() : { configuration: await app.landscape.configuration() };
    return createVisibleJsonResponse(landscapeConfigurationResponseSchema.parse(shown));
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD");
