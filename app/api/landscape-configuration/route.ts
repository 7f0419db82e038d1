import { landscapeConfigurationResponseSchema } from "#lib/contract/landscape-configuration/landscape-configuration.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import { noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";

/** Returns the texts, links and defaults that the operator has configured for all users. */
export const GET = createGardenRoute(
  { access: signedInAccess, body: noRequestBody, limit: "read", effect: "read", garden: "shared", shows: "garden" },
  async ({ app }) => createVisibleJsonResponse(landscapeConfigurationResponseSchema.parse(await app.landscape.read())),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD");
