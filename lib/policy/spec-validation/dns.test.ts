import { describe, expect, test } from "vitest";
import type { ShootDns, ShootSpec } from "#lib/garden/shoot.ts";
import { gardenerRulesOfRelease, newestRules } from "../editions/gardener-rules.ts";
import { validateDns, withDnsCredentials } from "./dns.ts";

const secret = { apiVersion: "v1", kind: "Secret", name: "dns" };
const identity = { apiVersion: "security.gardener.cloud/v1alpha1", kind: "WorkloadIdentity", name: "dns" };
const primary = { type: "aws-route53", primary: true, secretName: "dns", credentialsRef: secret };

function specOf(dns: ShootDns, version = "1.34.1"): ShootSpec {
  return { kubernetes: { version }, provider: { type: "aws" }, dns };
}

function faults(providers: ShootDns["providers"], version?: string): readonly string[] {
  const spec = specOf({ domain: "a.example.org", providers: providers ?? null }, version);
  return validateDns(spec, newestRules).map(({ path, code }) => `${path} ${code}`);
}

describe("the two names of a DNS provider's credentials", () => {
  const synced = (provider: NonNullable<ShootDns["providers"]>[number], version?: string, rules = newestRules) =>
    withDnsCredentials(specOf({ providers: [provider] }, version), rules).dns?.providers?.[0];

  test("follow from each other below Kubernetes 1.35", () => {
    expect(synced({ secretName: "dns" })).toEqual({ secretName: "dns", credentialsRef: secret });
    expect(synced({ credentialsRef: secret })).toEqual({ secretName: "dns", credentialsRef: secret });
    expect(synced({ credentialsRef: identity })).toEqual({ credentialsRef: identity });
  });

  test("are left alone from Kubernetes 1.35 on, and by releases that know one only", () => {
    expect(synced({ credentialsRef: secret }, "1.35.0")).toEqual({ credentialsRef: secret });
    const old = gardenerRulesOfRelease({ minor: 130, patch: 0, dev: false });
    expect(synced({ secretName: "dns" }, "1.34.1", old)).toEqual({ secretName: "dns" });
  });

  test("leave a spec that is in step what it is", () => {
    const spec = specOf({ providers: [primary] });
    expect(withDnsCredentials(spec, newestRules)).toBe(spec);
  });
});

describe("DNS providers", () => {
  test.each<[string, ShootDns["providers"], readonly string[]]>([
    ["may be one, with its Secret", [primary], []],
    ["name one Secret", [{ ...primary, secretName: "other" }], ["spec.dns.providers[0].secretName DNS_SECRET_DIFFERS"]],
    [
      "name no Secret beside an identity",
      [{ ...primary, credentialsRef: identity }],
      ["spec.dns.providers[0].secretName DNS_SECRET_BESIDE_OTHERS"],
    ],
    ["have one primary", [primary, { ...primary, type: "gcp" }], ["spec.dns.providers[1].primary DNS_PRIMARY_TWICE"]],
    [
      "have credentials unless primary",
      [{ type: "aws" }],
      ["spec.dns.providers[0].credentialsRef DNS_CREDENTIALS_REQUIRED"],
    ],
    [
      "have a type with their credentials",
      [{ ...primary, type: null }],
      ["spec.dns.providers[0].type DNS_TYPE_REQUIRED"],
    ],
    ["are not the same", [primary, { ...primary, primary: false }], ["spec.dns.providers[1] DNS_CREDENTIALS_TWICE"]],
    [
      "take no credentials unmanaged",
      [{ ...primary, type: "unmanaged" }],
      ["spec.dns.providers[0].credentialsRef DNS_UNMANAGED_CREDENTIALS"],
    ],
  ])("%s", (_rule, providers, expected) => {
    expect(faults(providers)).toEqual(expected);
  });

  test("name no Secret by itself from Kubernetes 1.35 on", () => {
    expect(faults([{ ...primary, secretName: null }], "1.35.0")).toEqual([]);
  });

  test("need a domain where the primary one is managed", () => {
    const spec = (type: string) => specOf({ providers: [{ type, primary: true }] });
    expect(validateDns(spec("aws-route53"), newestRules).map(({ code }) => code)).toEqual(["DNS_DOMAIN_REQUIRED"]);
    expect(validateDns(spec("unmanaged"), newestRules)).toEqual([]);
  });
});
