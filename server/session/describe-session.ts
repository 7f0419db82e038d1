import "server-only";
import { type Session as SessionView, sessionSchema } from "#lib/contract/session.ts";
import type { Identity } from "../access/access-reviews.ts";
import type { Almanac } from "../container.ts";
import { GardenError } from "../garden/garden-error.ts";
import { renewAt } from "./renewals.ts";
import { endOf, type Session } from "./session.ts";

/** What the user is told of the session. Never the credential. */
export async function describeSession(
  app: Pick<Almanac, "reviews" | "gardenSummary" | "readOnly" | "now">,
  session: Session,
): Promise<SessionView> {
  const { name, displayName } = session.user;
  const { groups } = await currentIdentity(app, session);
  const renewDue = renewAt(session);
  return sessionSchema.parse({
    user: { name, ...(displayName === undefined ? {} : { displayName }), groups: [...groups] },
    method: session.method,
    garden: app.gardenSummary,
    readOnly: app.readOnly,
    signedInAt: new Date(session.signedInAt).toISOString(),
    expiresAt: new Date(session.expiresAt).toISOString(),
    endsAt: new Date(endOf(session)).toISOString(),
    ...(renewDue === undefined ? {} : { renewAfterSeconds: Math.max(0, (renewDue - app.now()) / 1000) }),
  });
}

/** As the garden says it now; as it was at sign-in while the garden cannot be asked. A refused token stays refused. */
async function currentIdentity(app: Pick<Almanac, "reviews">, session: Session): Promise<Identity> {
  try {
    return await app.reviews.identityOf(session.token);
  } catch (error) {
    if (error instanceof GardenError && error.reason !== "unauthorized") return session.user;
    throw error;
  }
}
