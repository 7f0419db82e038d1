import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { KubeObject } from "#lib/kube/object.ts";
import { serviceAccounts } from "#lib/kube/resource.ts";
import { createGardenClock, type GardenClock } from "../clock/garden-clock.ts";
import { collectionKeyOf, createObjectStore, type ObjectStore } from "../store/store.ts";
import { apiServerAudience, createServiceAccountTokens, type ServiceAccountTokens } from "./service-account-tokens.ts";

const key = collectionKeyOf(serviceAccounts);
const account: KubeObject = { metadata: { name: "robot", namespace: "garden-shop", uid: "u1" } };
const start = new Date("2026-11-21T10:00:00Z");
const inAnHour = new Date("2026-11-21T11:00:00Z");

let clock: GardenClock;
let store: ObjectStore;
let tokens: ServiceAccountTokens;

beforeEach(() => {
  clock = createGardenClock({ startAt: start, speed: 0 });
  store = createObjectStore({ now: () => 0 });
  store.put(key, account);
  tokens = createServiceAccountTokens({ store, clock, secret: "s" });
});
afterEach(() => clock.stop());

function issue(audiences: readonly string[] = []): string {
  return tokens.issue({ account, audiences, expiresAt: inAnHour });
}

/** The token with changed claims and its original signature. */
function forged(token: string, change: object): string {
  const [header = "", claims = "", signature = ""] = token.split(".");
  const payload = { ...JSON.parse(Buffer.from(claims, "base64url").toString("utf8")), ...change };
  return [header, Buffer.from(JSON.stringify(payload)).toString("base64url"), signature].join(".");
}

test("a token is its account's, in the groups of all accounts and of its namespace", () => {
  expect(tokens.read(issue())).toEqual({
    name: "system:serviceaccount:garden-shop:robot",
    uid: "u1",
    groups: ["system:serviceaccounts", "system:serviceaccounts:garden-shop", "system:authenticated"],
  });
});

test("a garden that was started again with the same secret still knows it, another one does not", () => {
  const token = issue();
  expect(createServiceAccountTokens({ store, clock, secret: "s" }).read(token)).toBeDefined();
  expect(createServiceAccountTokens({ store, clock, secret: "t" }).read(token)).toBeUndefined();
});

test("it ends when its time is over", async () => {
  const token = issue();
  await clock.advance(59 * 60_000);
  expect(tokens.read(token)).toBeDefined();
  await clock.advance(60_000);
  expect(tokens.read(token)).toBeUndefined();
});

test("it ends with its account, and a later account of that name does not revive it", () => {
  const token = issue();
  store.remove(key, account);
  expect(tokens.read(token)).toBeUndefined();
  store.put(key, { metadata: { ...account.metadata, uid: "u2" } });
  expect(tokens.read(token)).toBeUndefined();
});

test("one for somebody else is none for the API", () => {
  expect(tokens.read(issue(["vault"]))).toBeUndefined();
  expect(tokens.read(issue(["vault", apiServerAudience]))).toBeDefined();
});

describe("what is no token of this garden is nobody's", () => {
  test.each([
    ["nothing", () => ""],
    ["dots", () => "..."],
    ["three words", () => "a.b.c"],
    ["other claims under the same signature", () => forged(issue(), { exp: 9_999_999_999 })],
    ["no signature", () => issue().split(".").slice(0, 2).join(".")],
    ["an empty signature", () => `${issue().split(".").slice(0, 2).join(".")}.`],
    ["a fourth part", () => `${issue()}.x`],
    ["another algorithm", () => issue().replace(/^[^.]*/, Buffer.from('{"alg":"none"}').toString("base64url"))],
  ])("%s", (_name, token) => {
    expect(tokens.read(token())).toBeUndefined();
  });
});
