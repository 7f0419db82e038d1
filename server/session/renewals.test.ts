import { UnsecuredJWT } from "jose";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { minuteMs } from "#lib/kube/time-units.ts";
import type { Session } from "#server/identity/session.ts";
import type { TokenRefreshResult } from "./provider-tokens.ts";
import { createRenewals } from "./renewals.ts";

const start = Date.parse("2026-03-02T08:00:00Z");

function idToken(issuedAt: number): string {
  const iat = issuedAt / 1000;
  return new UnsecuredJWT({ iss: "https://provider.example", sub: "ada", iat, exp: iat + 3600 }).encode();
}

/** A session whose token has to be refreshed. */
function dueSession(id: string): Session {
  const issuedAt = start - 59 * minuteMs;
  return {
    id,
    user: { name: "ada", groups: [] },
    method: "oidc",
    token: idToken(issuedAt),
    signedInAt: issuedAt,
    expiresAt: issuedAt + 60 * minuteMs,
    renewal: { refreshToken: `${id}-old`, until: start + 600 * minuteMs, renewedAt: issuedAt },
  };
}

interface Surroundings {
  /** The response of the identity provider, or a promise that never resolves. */
  readonly answers?: () => Promise<TokenRefreshResult>;
  readonly revoking?: () => Promise<void>;
}

function surroundings({ answers, revoking = async () => undefined }: Surroundings = {}) {
  const clock = { now: start };
  const asked: string[] = [];
  const revoked: string[] = [];
  const log: string[] = [];
  const given = async (): Promise<TokenRefreshResult> => renewedTokens("new", clock.now);
  const renewals = createRenewals(
    {
      refresh(refreshToken) {
        asked.push(refreshToken);
        return (answers ?? given)();
      },
      revoke(refreshToken) {
        revoked.push(refreshToken);
        return revoking();
      },
    },
    { now: () => clock.now, log: pino({ level: "debug" }, { write: (line: string) => void log.push(line) }) },
  );
  return { renewals, clock, asked, revoked, log };
}

function renewedTokens(refreshToken: string, now: number): TokenRefreshResult {
  return { kind: "refreshed", tokens: { idToken: idToken(now), refreshToken } };
}

describe("the end of a session", () => {
  test("reaches a renewal that is at the provider: it is refused, for all who wait, and its new token revoked", async () => {
    const provider = Promise.withResolvers<TokenRefreshResult>();
    const { renewals, asked, revoked } = surroundings({ answers: () => provider.promise });
    const session = dueSession("s1");
    const waiting = [renewals.renew(session, false), renewals.renew(session, false)];
    expect(asked).toEqual(["s1-old"]);
    await renewals.end(session);
    expect(revoked).toEqual(["s1-old"]);
    provider.resolve(renewedTokens("s1-new", start));
    expect(await Promise.all(waiting)).toEqual([{ kind: "refused" }, { kind: "refused" }]);
    expect(revoked).toEqual(["s1-old", "s1-new"]);
  });

  test("makes the remembered outcome useless, and revokes the token that the browser may not have received", async () => {
    const { renewals, asked, revoked } = surroundings();
    const session = dueSession("s1");
    expect((await renewals.renew(session, false)).kind).toBe("renewed");
    await renewals.end(session);
    expect(revoked).toEqual(["s1-old", "new"]);
    expect(await renewals.renew(session, false)).toEqual({ kind: "refused" });
    expect(asked).toEqual(["s1-old"]);
  });

  test("drops the outcome itself: where the mark is crowded out, the provider decides", async () => {
    const { renewals, asked } = surroundings();
    const session = dueSession("s1");
    await renewals.renew(session, false);
    await renewals.end(session);
    const others = Array.from({ length: 10_000 }, (_, index) => ({ ...session, id: `other-${index}` }));
    await Promise.all(others.map(renewals.end));
    expect(renewals.hasEnded("s1")).toBe(false);
    await renewals.renew(session, false);
    expect(asked).toEqual(["s1-old", "s1-old"]);
  });

  test("is known for ten minutes, longer than any renewal takes", async () => {
    const { renewals, clock } = surroundings();
    await renewals.end(dueSession("s1"));
    clock.now += 10 * minuteMs - 1;
    expect(renewals.hasEnded("s1")).toBe(true);
    clock.now += 1;
    expect(renewals.hasEnded("s1")).toBe(false);
  });

  test("holds before the provider is asked at all", async () => {
    const { renewals, asked } = surroundings();
    const session = dueSession("s1");
    await renewals.end(session);
    expect(await renewals.renew(session, true)).toEqual({ kind: "refused" });
    expect(asked).toEqual([]);
  });

  test("concerns no other session", async () => {
    const { renewals, revoked } = surroundings();
    const other = dueSession("s10");
    expect((await renewals.renew(other, false)).kind).toBe("renewed");
    await renewals.end(dueSession("s1"));
    expect(renewals.hasEnded("s10")).toBe(false);
    expect((await renewals.renew(other, false)).kind).toBe("renewed");
    expect(revoked).toEqual(["s1-old"]);
  });

  test("holds also when the provider cannot be told, which the log says", async () => {
    const { renewals, log } = surroundings({ revoking: () => Promise.reject(new Error("away")) });
    const session = dueSession("s1");
    await renewals.end(session);
    expect(await renewals.renew(session, false)).toEqual({ kind: "refused" });
    expect(log.join()).toContain("a refresh token could not be revoked");
  });
});

describe("a provider that gives no id token for a refresh token", () => {
  const answers = async (): Promise<TokenRefreshResult> => ({ kind: "without-id-token", refreshToken: "new" });

  test("is asked once: the session ends with its token, the refresh token is revoked, and one line says so", async () => {
    const { renewals, asked, revoked, log } = surroundings({ answers });
    const session = dueSession("s1");
    expect(await renewals.renew(session, false)).toEqual({
      kind: "not-renewable",
      session: { ...session, renewal: undefined },
    });
    expect((await renewals.renew({ ...session, renewal: undefined }, false)).kind).toBe("kept");
    await renewals.renew(dueSession("s2"), false);
    expect([asked, revoked]).toEqual([
      ["s1-old", "s2-old"],
      ["new", "new"],
    ]);
    expect(log).toHaveLength(1);
    expect(log[0]).toMatch(/gives no id token for a refresh token/);
    expect(log[0]).not.toMatch(/stack/);
  });

  test("ends a session whose token has ended", async () => {
    const { renewals, clock } = surroundings({ answers });
    clock.now += 2 * minuteMs;
    expect((await renewals.renew(dueSession("s1"), false)).kind).toBe("refused");
  });

  test("is known for an hour: it may have been set up otherwise by then", async () => {
    const { renewals, clock } = surroundings({ answers });
    expect(renewals.areToBeHad).toBe(true);
    await renewals.renew(dueSession("s1"), false);
    expect(renewals.areToBeHad).toBe(false);
    clock.now += 60 * minuteMs;
    expect(renewals.areToBeHad).toBe(true);
  });
});

test("a provider that was away and answers slowly now is waited for", async () => {
  const { promise, resolve } = Promise.withResolvers<TokenRefreshResult>();
  const answers: Promise<TokenRefreshResult>[] = [
    Promise.resolve({ kind: "unavailable", error: new Error("away") }),
    promise,
  ];
  const { renewals, clock } = surroundings({ answers: () => answers.shift() ?? promise });
  expect((await renewals.renew(dueSession("a"), false)).kind).toBe("unavailable");
  clock.now += 1_000;
  const second = renewals.renew(dueSession("a"), false);
  // Longer than Almanac waits for a garden before it uses the last response.
  setTimeout(() => resolve(renewedTokens("new", clock.now)), 2_200);
  expect((await second).kind).toBe("renewed");
});
