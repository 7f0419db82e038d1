import { settingsChangeRequestSchema, settingsSchema } from "#lib/contract/settings.ts";
import { handler, notAllowed } from "#server/app/handler.ts";
import { json, nothing, signedInAccess } from "#server/boundary/route-rule.ts";
import { visibleJson } from "#server/boundary/visible-json.ts";
import { changeSettings } from "#server/settings/change-settings.ts";
import { readSettings } from "#server/settings/read-settings.ts";

/** Returns the caller's settings. */
export const GET = handler(
  { access: signedInAccess, body: nothing, limit: "read", effect: "read", garden: "user and shared", shows: "self" },
  async ({ app, session, signal }) => visibleJson(settingsSchema.parse(await readSettings(app, session, signal))),
);

/** Stores the settings in the body. */
export const POST = handler(
  {
    access: signedInAccess,
    body: json(settingsChangeRequestSchema),
    limit: "mutation",
    effect: "write",
    audit: "settings",
    garden: "user and shared",
    shows: "self",
  },
  changeSettings,
);

export const { PUT, PATCH, DELETE, OPTIONS } = notAllowed("GET, HEAD, POST");
