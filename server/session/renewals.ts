import "server-only";
import { decodeJwt } from "jose";
import type { Logger } from "pino";
import { CachedAnswers } from "#server/access/cached-answers.ts";
import { type Renewal, type Session, tokenHash } from "#server/identity/session.ts";
import { BriefMemory } from "./brief-memory.ts";
import type { ProviderTokens, TokenRenewer } from "./provider-tokens.ts";

export type RenewalOutcome =
  | { readonly kind: "renewed"; readonly session: Session }
  /** The provider renews nobody: the session, without a renewal, ends with its token. */
  | { readonly kind: "not-renewable"; readonly session: Session }
  /** Nothing to do: the token lasts, or the session is as long as it may be. */
  | { readonly kind: "kept" }
  /** The provider could not say; the session stays what it is. */
  | { readonly kind: "unavailable" }
  /** The provider does not take the refresh token any more, or the person has signed out meanwhile. */
  | { readonly kind: "refused" };

export type Renewals = ReturnType<typeof createRenewals>;

/** Tabs that come late with the cookie of before get the same new session: to use a refresh token twice looks like theft. */
const rememberMs = 60_000;
/** Longer than outcomes are remembered, and than the slowest provider is waited for. */
const rememberEndMs = 10 * 60_000;
/** Then it is tried again whether the provider renews sessions: its configuration may be another one. */
const withoutRenewalsMs = 60 * 60_000;
/** A token that is younger than this and refused will not be better for being renewed. */
const freshMs = 30_000;
const maxRemembered = 10_000;
const longestLeadMs = 2 * 60_000;

/** Gives sessions new tokens, each refresh token being used once however many tabs ask. */
export function createRenewals(
  provider: TokenRenewer | undefined,
  { now, log }: { readonly now: () => number; readonly log: Logger },
) {
  const outcomes = new CachedAnswers<RenewalOutcome>({ ttlMs: rememberMs, maxEntries: maxRemembered, now });
  const ended = new BriefMemory<true>({ ttlMs: rememberEndMs, maxEntries: maxRemembered, now });
  /** By session: the refresh token that a browser may not have received yet. */
  const newest = new BriefMemory<string>({ ttlMs: rememberMs, maxEntries: maxRemembered, now });
  let noneUntil = Number.NEGATIVE_INFINITY;
  /** To be asked last before cookies are set: the end may have come after `renew` answered. */
  const hasEnded = (sessionId: string) => ended.get(sessionId) === true;

  /** Signing out succeeds whether or not the provider hears of it. */
  async function revoke(refreshToken: string): Promise<void> {
    await provider?.revoke(refreshToken).catch((error: unknown) => {
      log.warn({ err: error }, "a refresh token could not be revoked");
    });
  }

  async function ask(session: Session, renewal: Renewal): Promise<RenewalOutcome> {
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
      // Nobody waits for this: the person has left.
      void revoke(refreshToken);
      return { kind: "refused" };
    }
    newest.keep(session.id, refreshToken);
    return { kind: "renewed", session: renewed(session, { renewal, tokens: answer.tokens, now: now() }) };
  }

  return {
    /** `refused`: the garden does not take the present token, whatever its end says. */
    async renew(session: Session, refused: boolean): Promise<RenewalOutcome> {
      const { renewal } = session;
      if (hasEnded(session.id)) return { kind: "refused" };
      if (renewal === undefined || now() >= renewal.until || !isDue(session, { renewal, refused, now: now() })) {
        return { kind: "kept" };
      }
      const key = `${session.id} ${tokenHash(renewal.refreshToken)}`;
      const outcome = await outcomes.get(key, () => ask(session, renewal), {
        ttlMsOf: ({ kind }) => (kind === "unavailable" ? 0 : rememberMs),
      });
      return hasEnded(session.id) ? { kind: "refused" } : outcome;
    },
    /**
     * From now on the session is not renewed, nor by a renewal that is at the provider already: its new refresh token is
     * revoked as the present one is. Resolves when the provider was told of the tokens known now, and never fails. This
     * replica alone knows of the end: a renewal under way at another one is kept apart only by the browser's own lock.
     */
    async end({ id, renewal }: Session): Promise<void> {
      const known = [renewal?.refreshToken, newest.get(id)].filter((token) => token !== undefined);
      ended.keep(id, true);
      outcomes.forget((key) => key.startsWith(`${id} `));
      await Promise.all([...new Set(known)].map(revoke));
    },
    hasEnded,
    /** False for an hour after the provider has answered a renewal without what one needs. */
    get areToBeHad() {
      return now() >= noneUntil;
    },
  };
}

/** When the browser should renew, in Unix milliseconds: with time to spare for a provider that is away for a moment. */
export function renewAt({ token, expiresAt, renewal }: Session): number | undefined {
  if (renewal === undefined || expiresAt >= renewal.until) return undefined;
  const { iat } = decodeJwt(token);
  const lifetimeMs = iat === undefined ? 0 : expiresAt - iat * 1000;
  return expiresAt - Math.min(longestLeadMs, Math.max(0, lifetimeMs / 3));
}

interface Judging {
  readonly renewal: Renewal;
  readonly refused: boolean;
  readonly now: number;
}

function isDue(session: Session, { renewal, refused, now }: Judging): boolean {
  if (refused && now - renewal.renewedAt >= freshMs) return true;
  const dueAt = renewAt(session);
  return dueAt !== undefined && now >= dueAt;
}

/** A refresh must never turn one person's session into another's. */
function isSamePerson(before: string, after: string): boolean {
  const [old, young] = [decodeJwt(before), decodeJwt(after)];
  return old.sub === young.sub && old.iss === young.iss;
}

interface Renewing {
  readonly renewal: Renewal;
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
