import "server-only";
import { decodeJwt } from "jose";
import type { Logger } from "pino";
import { RequestCache } from "#server/access/request-cache.ts";
import { type Session, type SessionRenewal, tokenHash } from "#server/identity/session.ts";
import { ExpiringMap } from "./expiring-map.ts";
import type { ProviderTokens, TokenRenewer } from "./provider-tokens.ts";

export type RenewalOutcome =
  | { readonly kind: "renewed"; readonly session: Session }
  /** The provider does not renew: the session, without a renewal, ends with its token. */
  | { readonly kind: "not-renewable"; readonly session: Session }
  /** Not due: the token is still valid for long, or the session has reached its maximum age. */
  | { readonly kind: "kept" }
  /** The provider did not answer; the session is unchanged. */
  | { readonly kind: "unavailable" }
  /** The provider rejects the refresh token, or the user has signed out meanwhile. */
  | { readonly kind: "refused" };

export type Renewals = ReturnType<typeof createRenewals>;

/** How long a renewal's result is cached for all tabs with the old cookie: reusing a refresh token looks like theft. */
const rememberMs = 60_000;
/** How long ended sessions are remembered: longer than renewals are cached, and than the provider's timeout. */
const rememberEndMs = 10 * 60_000;
/** How long no renewals are offered after the provider issued no new id token. */
const withoutRenewalsMs = 60 * 60_000;
/** A token refused by the garden is not renewed when younger than this, since a new one would be refused too. */
const freshMs = 30_000;
const maxRemembered = 10_000;
const longestLeadMs = 2 * 60_000;

/** Replaces tokens of sessions before they expire. Each refresh token is used once, however many tabs ask. */
export function createRenewals(
  provider: TokenRenewer | undefined,
  { now, log }: { readonly now: () => number; readonly log: Logger },
) {
  const outcomes = new RequestCache<RenewalOutcome>({ ttlMs: rememberMs, maxEntries: maxRemembered, now });
  const ended = new ExpiringMap<true>({ ttlMs: rememberEndMs, maxEntries: maxRemembered, now });
  /** By session: the refresh token that a browser may not have received yet. */
  const newest = new ExpiringMap<string>({ ttlMs: rememberMs, maxEntries: maxRemembered, now });
  let noneUntil = Number.NEGATIVE_INFINITY;
  /** Whether a session was signed out. Check it directly before cookies are set. */
  const hasEnded = (sessionId: string) => ended.get(sessionId) === true;

  /** Revokes a refresh token. Never rejects, because sign-out succeeds even if the provider cannot be reached. */
  async function revoke(refreshToken: string): Promise<void> {
    await provider?.revoke(refreshToken).catch((error: unknown) => {
      log.warn({ err: error }, "a refresh token could not be revoked");
    });
  }

  async function ask(session: Session, renewal: SessionRenewal): Promise<RenewalOutcome> {
    if (provider === undefined) return { kind: "kept" };
    const answer = await provider.refresh(renewal.refreshToken);
    if (answer.kind === "refused") return answer;
    if (answer.kind === "unavailable") {
      log.warn({ err: answer.error }, "a session could not be renewed; it stays until its token ends");
      return { kind: "unavailable" };
    }
    if (answer.kind === "without-id-token") {
      if (now() >= noneUntil) {
        log.warn(
          {},
          "the identity provider gives no id token for a refresh token: sessions end with their first token",
        );
      }
      noneUntil = now() + withoutRenewalsMs;
      void revoke(answer.refreshToken);
      return now() < session.expiresAt
        ? { kind: "not-renewable", session: { ...session, renewal: undefined } }
        : { kind: "refused" };
    }
    if (!isSamePerson(session.token, answer.tokens.idToken)) return { kind: "refused" };
    const { refreshToken = renewal.refreshToken } = answer.tokens;
    if (hasEnded(session.id)) {
      // Not awaited, since the user has signed out and waits for nothing.
      void revoke(refreshToken);
      return { kind: "refused" };
    }
    newest.keep(session.id, refreshToken);
    return { kind: "renewed", session: renewed(session, { renewal, tokens: answer.tokens, now: now() }) };
  }

  return {
    /** Renews a session's token if necessary. `refused`: the garden rejected the token although it has not expired. */
    async renew(session: Session, refused: boolean): Promise<RenewalOutcome> {
      const { renewal } = session;
      if (hasEnded(session.id)) return { kind: "refused" };
      if (renewal === undefined || now() >= renewal.until || !isDue(session, { renewal, refused, now: now() })) {
        return { kind: "kept" };
      }
      const key = `${session.id} ${tokenHash(renewal.refreshToken)}`;
      const outcome = await outcomes.get(key, () => ask(session, renewal), {
        ttlMsOf: ({ kind }) => (kind === "unavailable" ? 0 : rememberMs),
        // An earlier failure says nothing about the next attempt, so even a slow one is waited for.
        maxAgeMs: rememberMs,
      });
      return hasEnded(session.id) ? { kind: "refused" } : outcome;
    },
    /**
     * Ends all renewals of a session, including one in progress, and revokes its refresh tokens. Resolves when the
     * known tokens were sent for revocation; never rejects. Other replicas do not know about it: only a lock in the
     * browser prevents a concurrent renewal there.
     */
    async end({ id, renewal }: Session): Promise<void> {
      const known = [renewal?.refreshToken, newest.get(id)].filter((token) => token !== undefined);
      ended.keep(id, true);
      outcomes.forget((key) => key.startsWith(`${id} `));
      await Promise.all([...new Set(known)].map(revoke));
    },
    hasEnded,
    /** Whether sessions can be renewed: false for an hour after the provider issued no new id token. */
    get areToBeHad() {
      return now() >= noneUntil;
    },
  };
}

/** When the browser should renew the session, in Unix milliseconds: early enough for a short outage of the provider. */
export function nextRenewalTime({ token, expiresAt, renewal }: Session): number | undefined {
  if (renewal === undefined || expiresAt >= renewal.until) return undefined;
  const { iat } = decodeJwt(token);
  const lifetimeMs = iat === undefined ? 0 : expiresAt - iat * 1000;
  return expiresAt - Math.min(longestLeadMs, Math.max(0, lifetimeMs / 3));
}

interface Judging {
  readonly renewal: SessionRenewal;
  readonly refused: boolean;
  readonly now: number;
}

function isDue(session: Session, { renewal, refused, now }: Judging): boolean {
  if (refused && now - renewal.renewedAt >= freshMs) return true;
  const dueAt = nextRenewalTime(session);
  return dueAt !== undefined && now >= dueAt;
}

/** Whether two tokens belong to the same user: a renewal must never turn one user's session into another's. */
function isSamePerson(before: string, after: string): boolean {
  const [old, young] = [decodeJwt(before), decodeJwt(after)];
  return old.sub === young.sub && old.iss === young.iss;
}

interface Renewing {
  readonly renewal: SessionRenewal;
  readonly tokens: ProviderTokens;
  readonly now: number;
}

function renewed(session: Session, { renewal, tokens, now }: Renewing): Session {
  const { idToken, refreshToken = renewal.refreshToken } = tokens;
  return {
    ...session,
    token: idToken,
    expiresAt: Math.min(renewal.until, (decodeJwt(idToken).exp ?? 0) * 1000),
    renewal: { refreshToken, until: renewal.until, renewedAt: now },
  };
}
