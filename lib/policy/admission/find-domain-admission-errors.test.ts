import { describe, expect, test } from "vitest";
import type { ShootDns, ShootSpec } from "#lib/garden/shoot.ts";
import { storedShootSpec } from "../spec-validation/settings.fixture.ts";
import {
  type DnsDomainAdmissionInput,
  findDomainAdmissionErrors,
  findDomainOverlap,
} from "./find-domain-admission-errors.ts";

const known: DnsDomainAdmissionInput = { shoot: "one", project: "a", defaults: ["k8s.example"] };
const withDns = (dns: ShootDns | null, more: Partial<ShootSpec> = {}): ShootSpec => ({
  ...storedShootSpec,
  ...more,
  dns,
});
const told = (old: ShootSpec, next: ShootSpec, more: Partial<DnsDomainAdmissionInput> = {}) =>
  findDomainAdmissionErrors({ old, new: next }, { ...known, ...more }).map(
    ({ type, path, code }) => `${type} ${path} ${code}`,
  );

test.each<[string, string, ReturnType<typeof findDomainOverlap>]>([
  ["a.example", "a.example", "same"],
  ["a.example", "b.a.example", "beneath"],
  ["b.a.example", "a.example", "beneath"],
  ["a.example", "ba.example", undefined],
  ["a.example", "b.example", undefined],
])("%s and %s meet: %s", (one, other, expected) => {
  expect(findDomainOverlap(one, other)).toBe(expected);
});

describe("a domain beneath a default one", () => {
  const own = withDns({ domain: "one.a.k8s.example" });

  test("is the Shoot's own name and its project's, when it is new", () => {
    expect(told(withDns(null), own)).toEqual([]);
    expect(told(withDns(null), withDns({ domain: "two.a.k8s.example" }))).toEqual([
      "Invalid spec.dns.domain DNS_DEFAULT_DOMAIN_FORM",
    ]);
    expect(told(withDns(null), withDns({ domain: "www.example" }))).toEqual([]);
  });

  test("ends with the project's name where the Shoot's is made up", () => {
    expect(told(withDns(null), withDns({ domain: "x7k2p.a.k8s.example" }), { isNameMadeUp: true })).toEqual([]);
    expect(told(withDns(null), withDns({ domain: "x7k2p.b.k8s.example" }), { isNameMadeUp: true })).toHaveLength(1);
  });

  test("may have another form where it is old and has a Seed, or where nobody manages it", () => {
    const odd = withDns({ domain: "odd.k8s.example" }, { seedName: "s" });
    expect(told(odd, { ...odd, purpose: "testing" })).toEqual([]);
    expect(told({ ...odd, seedName: null }, odd)).toHaveLength(1);
    expect(told(withDns(null), withDns({ domain: "odd.k8s.example", providers: [{ type: "unmanaged" }] }))).toEqual([]);
  });

  test("has no primary provider of its own", () => {
    const provider = { type: "aws-route53", primary: true };
    expect(told(own, withDns({ ...own.dns, providers: [{ type: "x" }, provider] }))).toEqual([
      "Invalid spec.dns.providers[1].primary DNS_PRIMARY_OF_DEFAULT_DOMAIN",
    ]);
  });

  test("is not known as such where nobody knows the default domains", () => {
    expect(told(withDns(null), withDns({ domain: "two.a.k8s.example" }), { defaults: undefined })).toEqual([]);
  });
});

describe("a domain that another Shoot has", () => {
  const [before, after] = [withDns({ domain: "a.example" }), withDns({ domain: "a.example" }, { purpose: "testing" })];

  test("is refused with every change of the spec, and with no other write", () => {
    const holder = { domain: "a.example", cluster: "b/two" };
    expect(told(before, after, { holder })).toEqual(["Duplicate spec.dns.domain DNS_DOMAIN_TAKEN"]);
    expect(told(before, before, { holder })).toEqual([]);
  });

  test("or has above or below", () => {
    for (const domain of ["x.a.example", "example"]) {
      expect(told(before, after, { holder: { domain } })).toEqual(["Forbidden spec.dns.domain DNS_DOMAIN_OVERLAPS"]);
    }
  });
});
