import { handler, notAllowed } from "#server/app/handler.ts";
import { nothing, signedIn } from "#server/boundary/create-handler.ts";
import { describePermissions } from "#server/session/describe-permissions.ts";

/** What may I do, in the garden and in `?project=`. */
export const GET = handler({ access: signedIn, body: nothing, limit: "read" }, describePermissions);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = notAllowed("GET, HEAD");
