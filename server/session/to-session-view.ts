import "server-only";
import { type GardenSummary, type SessionInfo as SessionView, sessionSchema } from "#lib/contract/session.ts";
import type { GardenFacts } from "#lib/policy/editions/rules-of-shoot.ts";
import { describeNewerGarden } from "#lib/words/state/newer-release-descriptions.ts";
import type { AccessReviews, UserIdentity } from "#server/access/access-reviews.ts";
import { GardenError } from "#server/garden/garden-error.ts";
import { type Session, sessionEndOf } from "#server/identity/session.ts";
import { nextRenewalTime } from "./renewals.ts";
import type { Sessions } from "./sessions.ts";
import { tokenExpiry } from "./sign-in.ts";

/** Services from which the description of a session is made. */
export interface SessionSources {
  readonly reviews: Pick<AccessReviews, "identityOf">;
  readonly gardenSummary: GardenSummary;
  readonly gardenFacts: (token: string) => Promise<GardenFacts>;
  readonly gardenIdentity: (token: string) => Promise<string | undefined>;
  readonly sessions: Pick<Sessions, "signOuts">;
  readonly readOnly: boolean;
  readonly now: () => number;
}

/** Data about the session for the browser, without its token. */
export async function toSessionView(app: SessionSources, session: Session): Promise<SessionView> {
  const { name, displayName } = session.user;
  const [{ groups }, { release: gardener, gates }, gardenIdentity] = await Promise.all([
    currentIdentity(app, session),
    app.gardenFacts(session.token),
    app.gardenIdentity(session.token),
  ]);
  const olderRules = describeNewerGarden(gardener);
  const renewDue = nextRenewalTime(session);
  const tokenExpiresAt = tokenExpiry(session.token);
  return sessionSchema.parse({
    user: { name, ...(displayName === undefined ? {} : { displayName }), groups: [...groups] },
    method: session.method,
    garden: app.gardenSummary,
    ...(gardener !== undefined && { gardener }),
    ...(gates !== undefined && { gates }),
    ...(olderRules !== undefined && { olderRules }),
    ...(gardenIdentity !== undefined && { gardenIdentity }),
    readOnly: app.readOnly,
    signsOutEverywhere: app.sessions.signOuts !== undefined,
    signedInAt: new Date(session.signedInAt).toISOString(),
    expiresAt: new Date(session.expiresAt).toISOString(),
    ...(tokenExpiresAt !== undefined && { tokenExpiresAt: new Date(tokenExpiresAt).toISOString() }),
    endsAt: new Date(sessionEndOf(session)).toISOString(),
    ...(renewDue === undefined ? {} : { renewAfterSeconds: Math.max(0, (renewDue - app.now()) / 1000) }),
  });
}

/** The garden's current user name and groups; without an answer, those at sign-in. A refused token is an error. */
async function currentIdentity({ reviews }: SessionSources, session: Session): Promise<UserIdentity> {
  try {
    return await reviews.identityOf(session.token);
  } catch (error) {
    if (error instanceof GardenError && error.reason !== "unauthorized") return session.user;
    throw error;
  }
}
