import { settingsChangeRequestSchema, settingsSchema } from "#lib/contract/settings.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import { jsonRequestBody, noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { changeSettings } from "#server/settings/change-settings.ts";
import { readSettings } from "#server/settings/read-settings.ts";

/** Returns the caller's user settings. */
export const GET = createGardenRoute(
  {
    access: signedInAccess,
    body: noRequestBody,
    limit: "read",
    effect: "read",
    garden: "user and shared",
    shows: "self",
  },
  async ({ app, session, signal }) =>
    createVisibleJsonResponse(settingsSchema.parse(await readSettings(app, session, signal))),
);

/** Stores the user settings in the request body. */
export const POST = createGardenRoute(
  {
    access: signedInAccess,
    body: jsonRequestBody(settingsChangeRequestSchema),
    limit: "mutation",
    effect: "write",
    audit: "settings",
    garden: "user and shared",
    shows: "self",
  },
  changeSettings,
);

export const { PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD, POST");
