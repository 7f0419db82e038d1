import { shootSchemaResponseSchema } from "#lib/contract/shoot-schema.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";

/** Returns the garden's OpenAPI schema of a Shoot's spec, for the editor. */
export const GET = createGardenRoute(
  { access: signedInAccess, body: noRequestBody, limit: "read", effect: "read", garden: "user", shows: "garden" },
  async ({ app, session, signal }) =>
    Response.json(shootSchemaResponseSchema.parse(await app.shootSchemas.read(session.token, signal))),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD");
