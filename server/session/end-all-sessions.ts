import "server-only";
import { message, text } from "#lib/language/text.ts";
import type { RouteCall } from "#server/boundary/create-handler.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { GardenError, isOutcomeUncertain } from "#server/garden/garden-error.ts";
import type { Session } from "#server/identity/session.ts";
import { describeStorageError, type PersonalDataStorage } from "#server/storage/own-keeping.ts";
import { type LeavingServices, leaveSession } from "./end-session.ts";
import type { Sessions } from "./sessions.ts";

interface LeavingEverywhere extends LeavingServices {
  readonly sessions: Pick<Sessions, "end" | "signOuts">;
  readonly ownKeeping: PersonalDataStorage | undefined;
}

export const noSignOutStorageMessage = message(
  "Almanac has no credential of its own in this garden to note that your sessions have ended.",
);

/**
 * Ends every session of the caller in this garden, in all browsers and at all replicas, also of copied cookies. This
 * session ends like at any sign-out. Nothing is said to have ended before it is stored.
 */
export async function endAllSessions(call: RouteCall<LeavingEverywhere, Session, undefined>): Promise<Response> {
  const { app, session, signal, log } = call;
  const { signOuts } = app.sessions;
  if (signOuts === undefined || app.ownKeeping === undefined) {
    throw new ProblemError("forbidden", { detail: text(noSignOutStorageMessage) });
  }
  if (session.user.name.startsWith("system:serviceaccount:")) {
    const detail = text("A service account signs out in this browser only: reset it to end all of its tokens.");
    throw new ProblemError("forbidden", { detail });
  }
  try {
    await signOuts.endAll(session, signal);
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    if (error instanceof GardenError && isOutcomeUncertain(error.reason)) {
      const detail = text("Whether you are signed out everywhere is not certain: try again.");
      throw new ProblemError("garden-failed", { detail }, { cause: error });
    }
    throw new ProblemError("forbidden", { detail: describeStorageError(error, app.ownKeeping) }, { cause: error });
  }
  return leaveSession(app, session, log);
}
