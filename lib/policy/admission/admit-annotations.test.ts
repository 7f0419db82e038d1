import { expect, test } from "vitest";
import type { Shoot } from "#lib/garden/shoot.ts";
import { storedShootSpec } from "../spec-validation/settings.fixture.ts";
import { findAnnotationAdmissionErrors } from "./admit-annotations.ts";

const now = Date.parse("2026-03-01T10:00:00Z");
const expiration = "shoot.gardener.cloud/expiration-timestamp";

const shootWith = (annotations: Readonly<Record<string, string>>, more: Partial<Shoot["metadata"]> = {}): Shoot => ({
  metadata: { name: "one", namespace: "garden-a", annotations, ...more },
  spec: storedShootSpec,
});
const quota = (name: string, clusterLifetimeDays?: number) => ({ metadata: { name }, spec: { clusterLifetimeDays } });
const trial = [quota("trial", 14), quota("unlimited"), quota("long", 90)];

const codesOf = (was: string | undefined, is: string, quotas = trial, more: Partial<Shoot["metadata"]> = {}) =>
  findAnnotationAdmissionErrors({
    before: shootWith(was === undefined ? {} : { [expiration]: was }),
    after: shootWith({ [expiration]: is }, more),
    quotas,
    now,
  }).map(({ code }) => code);

test.each<[string, string | undefined, string, readonly string[]]>([
  ["as long as the shortest quota lets it", undefined, "2026-03-15T10:00:00Z", []],
  ["as long in another zone", undefined, "2026-03-15T12:00:00+02:00", []],
  ["a second longer", undefined, "2026-03-15T10:00:01Z", ["EXPIRATION_TOO_LATE"]],
  ["a nanosecond longer", undefined, "2026-03-15T10:00:00.000000001Z", ["EXPIRATION_TOO_LATE"]],
  ["too long, again", "2027-01-01T00:00:00Z", "2027-01-02T00:00:00Z", ["EXPIRATION_TOO_LATE"]],
  ["too long, as it does already", "2027-01-01T00:00:00Z", "2027-01-01T00:00:00Z", []],
  ["until some day", undefined, "tomorrow", ["EXPIRATION_MALFORMED"]],
])("a cluster that is to live %s", (_what, was, is, expected) => {
  expect(codesOf(was, is)).toEqual(expected);
});

test("nobody limits the life of a cluster without such a quota, or of one in deletion", () => {
  expect(codesOf(undefined, "2040-01-01T00:00:00Z", [quota("unlimited")])).toEqual([]);
  expect(codesOf(undefined, "2040-01-01T00:00:00Z", trial, { deletionTimestamp: "2026-02-01T00:00:00Z" })).toEqual([]);
});

test("the field, and what the sentence needs, are told", () => {
  const [fault] = findAnnotationAdmissionErrors({
    before: shootWith({}),
    after: shootWith({ [expiration]: "2027-01-01T00:00:00Z" }),
    quotas: trial,
    now,
  });
  expect(fault).toMatchObject({
    path: "metadata.annotations[shoot.gardener.cloud/expiration-timestamp]",
    type: "Forbidden",
    facts: { quota: "trial", days: "14" },
  });
});

const issuer = "authentication.gardener.cloud/issuer";
const [plain, managed] = [shootWith({}), shootWith({ [issuer]: "managed" })];
const kubeAPIServer = { serviceAccountConfig: { issuer: "https://one.example" } };
const both: Shoot = {
  ...managed,
  spec: { ...storedShootSpec, kubernetes: { ...storedShootSpec.kubernetes, kubeAPIServer } },
};

test.each<[string, Shoot | undefined, Shoot, boolean | undefined, readonly string[]]>([
  ["comes where the landscape has one", plain, managed, true, []],
  ["comes where nobody knows", plain, managed, undefined, []],
  ["comes where the landscape has none", plain, managed, false, ["ISSUER_NOT_OFFERED"]],
  ["comes with a new cluster", undefined, managed, false, ["ISSUER_NOT_OFFERED"]],
  ["goes", managed, plain, true, ["ISSUER_STAYS_MANAGED"]],
  ["gives way to another value", managed, shootWith({ [issuer]: "own" }), undefined, ["ISSUER_STAYS_MANAGED"]],
  ["stands beside the cluster's own", plain, both, true, ["ISSUER_BESIDE_MANAGED"]],
  ["stands beside the cluster's own, where there is none", plain, both, false, ["ISSUER_NOT_OFFERED"]],
])("a managed issuer %s", (_what, before, after, hasIssuer, expected) => {
  expect(findAnnotationAdmissionErrors({ before, after, hasIssuer, now }).map(({ code }) => code)).toEqual(expected);
});
