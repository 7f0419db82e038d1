import { describe, expect, it } from "vitest";
import { accountFormOf, dnsProviderTypes, keysOfForm } from "./account-forms.ts";
import type { AccountPurpose } from "./account-key.ts";
import { type AccountData, findAccountErrors } from "./find-account-errors.ts";
import { leadsToOtherProject, mergeAccountData } from "./merge-account-data.ts";

const guid = "11111111-2222-3333-4444-555555555555";
const aws = { accessKeyID: "A".repeat(20), secretAccessKey: "b".repeat(40) };
const azure = { subscriptionID: guid, tenantID: guid, clientID: guid, clientSecret: "x" };
const member = {
  type: "service_account",
  project_id: "my-project-123",
  private_key_id: "a".repeat(40),
  private_key: "-----BEGIN PRIVATE KEY-----\nkey\n-----END PRIVATE KEY-----\n",
  client_email: "x@my-project-123.iam.gserviceaccount.com",
  token_uri: "https://oauth2.googleapis.com/token",
};
const gcp = (change: object = {}) => ({ "serviceaccount.json": JSON.stringify({ ...member, ...change }) });
const openstack = { domainName: "d", tenantName: "t" };
const alicloud = { accessKeyID: "a".repeat(16), accessKeySecret: "b".repeat(30) };
const rfc2136 = { Server: "ns.example:53", Zone: "example.com.", TSIGKeyName: "key.", TSIGSecret: "x" };

const errorsOf = (type: string, data: AccountData, more: { before?: AccountData; purpose?: AccountPurpose } = {}) =>
  findAccountErrors({ purpose: "infrastructure", type, data, ...more }).map(({ path, code }) => `${path} ${code}`);

describe("keys are accepted:", () => {
  it.each<[string, string, AccountData, AccountPurpose?]>([
    ["of AWS", "aws", aws],
    [
      "of AWS in the spelling for DNS",
      "aws",
      { AWS_ACCESS_KEY_ID: aws.accessKeyID, AWS_SECRET_ACCESS_KEY: aws.secretAccessKey, AWS_REGION: "eu-west-1" },
    ],
    ["of Azure", "azure", azure],
    ["of Azure with the operator's application", "azure", { subscriptionID: guid, tenantID: guid }],
    ["of Google", "gcp", gcp()],
    [
      "of Google with its usual other members",
      "gcp",
      gcp({ client_id: "12", auth_uri: "https://x", universe_domain: "googleapis.com" }),
    ],
    ["of Google with a storage endpoint", "gcp", { ...gcp(), storageAPIEndpoint: "https://storage.example" }],
    ["a password of OpenStack", "openstack", { ...openstack, username: "u", password: "p" }],
    [
      "an application credential by ID",
      "openstack",
      { ...openstack, applicationCredentialID: "i", applicationCredentialSecret: "s" },
    ],
    [
      "an application credential by name",
      "openstack",
      { ...openstack, username: "u", applicationCredentialName: "n", applicationCredentialSecret: "s" },
    ],
    ["of Alibaba Cloud", "alicloud", alicloud],
    ["of metal", "metal", { metalAPIURL: "https://api.example", metalAPIHMac: "x" }],
    ["of Hetzner", "hcloud", { hcloudToken: "x" }],
    ["none where none are needed", "local", {}],
    ["any of a provider that is not known", "ironcore", { token: "x" }],
    ["of a DNS server", "rfc2136", rfc2136, "dns"],
    [
      "of OpenStack for DNS",
      "openstack-designate",
      { ...openstack, authURL: "https://x", username: "u", password: "p" },
      "dns",
    ],
    ["of Cloudflare in its other spelling", "cloudflare-dns", { CLOUDFLARE_API_TOKEN: "x" }, "dns"],
  ])("%s", (_what, type, data, purpose = "infrastructure") => {
    expect(errorsOf(type, data, { purpose })).toEqual([]);
  });
});

describe("keys are refused:", () => {
  it.each<[string, string, AccountData, readonly string[], AccountPurpose?]>([
    ["a missing one", "aws", { accessKeyID: aws.accessKeyID }, ["secretAccessKey VALUE_REQUIRED"]],
    ["an ID of 19 characters", "aws", { ...aws, accessKeyID: "A".repeat(19) }, ["accessKeyID ACCOUNT_KEY_LENGTH"]],
    ["an ID of 21 characters", "aws", { ...aws, accessKeyID: "A".repeat(21) }, ["accessKeyID ACCOUNT_KEY_LENGTH"]],
    ["an ID in lower case", "aws", { ...aws, accessKeyID: "a".repeat(20) }, ["accessKeyID ACCOUNT_KEY_CHARACTERS"]],
    [
      "a secret of 39 characters",
      "aws",
      { ...aws, secretAccessKey: "b".repeat(39) },
      ["secretAccessKey ACCOUNT_KEY_LENGTH"],
    ],
    ["a region that is none", "aws", { ...aws, region: "Europe" }, ["region ACCOUNT_KEY_FORM"]],
    ["one that the extension does not know", "aws", { ...aws, token: "x" }, ["token ACCOUNT_KEY_UNEXPECTED"]],
    ["one in two spellings", "aws", { ...aws, AWS_ACCESS_KEY_ID: aws.accessKeyID }, ["accessKeyID ACCOUNT_KEY_TWICE"]],
    ["what is no GUID", "azure", { ...azure, tenantID: "x" }, ["tenantID ACCOUNT_GUID_MALFORMED"]],
    ["an application without its secret", "azure", { ...azure, clientSecret: "" }, ["clientSecret VALUE_REQUIRED"]],
    [
      "the spelling of old forms",
      "azure",
      { subscriptionID: guid, tenantID: guid, clientId: guid },
      ["clientId ACCOUNT_KEY_UNEXPECTED"],
    ],
    ["what is no JSON", "gcp", { "serviceaccount.json": "{" }, ["serviceaccount.json ACCOUNT_JSON_MALFORMED"]],
    ["a list as JSON", "gcp", { "serviceaccount.json": "[]" }, ["serviceaccount.json ACCOUNT_JSON_MALFORMED"]],
    ["another type", "gcp", gcp({ type: "user" }), ["serviceaccount.json ACCOUNT_MEMBER_INVALID"]],
    [
      "a project ID of five characters",
      "gcp",
      gcp({ project_id: "abcde" }),
      ["serviceaccount.json ACCOUNT_MEMBER_INVALID"],
    ],
    ["a private key that is none", "gcp", gcp({ private_key: "x" }), ["serviceaccount.json ACCOUNT_MEMBER_INVALID"]],
    ["a number as a member", "gcp", gcp({ client_id: 12 }), ["serviceaccount.json ACCOUNT_MEMBER_INVALID"]],
    [
      "a token address without TLS",
      "gcp",
      gcp({ token_uri: "http://x" }),
      ["serviceaccount.json ACCOUNT_MEMBER_INVALID"],
    ],
    ["a missing member", "gcp", gcp({ client_email: undefined }), ["serviceaccount.json ACCOUNT_MEMBER_MISSING"]],
    ["an unknown member", "gcp", gcp({ extra: "x" }), ["serviceaccount.json ACCOUNT_MEMBER_UNEXPECTED"]],
    ["a third key", "gcp", { ...gcp(), note: "x" }, ["note ACCOUNT_KEY_UNEXPECTED"]],
    [
      "a password beside an application credential",
      "openstack",
      { ...openstack, username: "u", password: "p", applicationCredentialSecret: "s" },
      ["password ACCOUNT_KEYS_EXCLUDE_EACH_OTHER"],
    ],
    ["a user without a password", "openstack", { ...openstack, username: "u" }, ["password VALUE_REQUIRED"]],
    [
      "an address without TLS",
      "openstack",
      { ...openstack, username: "u", password: "p", authURL: "http://x" },
      ["authURL ACCOUNT_URL_NOT_HTTPS"],
    ],
    [
      "an ID of 15 characters",
      "alicloud",
      { ...alicloud, accessKeyID: "a".repeat(15) },
      ["accessKeyID ACCOUNT_KEY_TOO_SHORT"],
    ],
    ["an ID of 129 characters", "alicloud", { ...alicloud, accessKeyID: "a".repeat(129) }, ["accessKeyID TOO_LONG"]],
    [
      "a line break at the end",
      "alicloud",
      { ...alicloud, accessKeySecret: `${"b".repeat(30)}\n` },
      ["accessKeySecret ACCOUNT_KEY_LINE_BREAK"],
    ],
    [
      "an address that is none",
      "metal",
      { metalAPIURL: "api", metalAPIHMac: "x" },
      ["metalAPIURL ACCOUNT_URL_MALFORMED"],
    ],
    ["an empty token", "hcloud", { hcloudToken: "" }, ["hcloudToken VALUE_REQUIRED"]],
    [
      "a name that no Secret can have, of a provider that is not known",
      "ironcore",
      { "a b": "x" },
      ["a b NAME_INVALID"],
    ],
    [
      "such a name where any keys are possible",
      "local",
      { "..a": "x", ".": "x" },
      ["..a NAME_INVALID", ". NAME_INVALID"],
    ],
    ["an empty one of a provider that is not known", "ironcore", { token: "" }, ["token VALUE_REQUIRED"]],
    ["a zone without its dot", "rfc2136", { ...rfc2136, Zone: "example.com" }, ["Zone ACCOUNT_KEY_FORM"], "dns"],
    [
      "an unknown algorithm",
      "rfc2136",
      { ...rfc2136, TSIGSecretAlgorithm: "md5" },
      ["TSIGSecretAlgorithm ACCOUNT_KEY_CHOICE"],
      "dns",
    ],
    [
      "OpenStack for DNS without its address",
      "openstack-designate",
      { ...openstack, username: "u", password: "p" },
      ["authURL VALUE_REQUIRED"],
      "dns",
    ],
    [
      "an unknown cloud of Azure",
      "azure-dns",
      { ...azure, AZURE_CLOUD: "Mine" },
      ["AZURE_CLOUD ACCOUNT_KEY_CHOICE"],
      "dns",
    ],
  ])("%s", (_what, type, data, expected, purpose = "infrastructure") => {
    expect(errorsOf(type, data, { purpose })).toEqual(expected);
  });

  it("another subscription or tenant in an existing account, and a new secret is accepted", () => {
    const other = guid.replaceAll("1", "9");
    expect(errorsOf("azure", { ...azure, subscriptionID: other }, { before: azure })).toEqual([
      "subscriptionID ACCOUNT_KEY_FIXED",
    ]);
    expect(errorsOf("azure", { ...azure, tenantID: other }, { before: azure })).toEqual(["tenantID ACCOUNT_KEY_FIXED"]);
    expect(errorsOf("azure", { ...azure, clientSecret: "new" }, { before: azure })).toEqual([]);
  });

  it("without a value in any fact", () => {
    const secret = "not-to-be-repeated";
    const all = ["aws", "azure", "gcp", "openstack", "alicloud", "metal", "hcloud"].flatMap((type) => {
      const form = accountFormOf("infrastructure", type);
      const data = Object.fromEntries((form ? keysOfForm(form) : []).map(({ name }) => [name, secret]));
      return findAccountErrors({ purpose: "infrastructure", type, data });
    });
    expect(all.length).toBeGreaterThan(8);
    expect(JSON.stringify(all)).not.toContain(secret);
  });
});

it("every DNS provider has keys, and each way to sign in has an own one", () => {
  expect(dnsProviderTypes).toHaveLength(12);
  for (const type of dnsProviderTypes) {
    const form = accountFormOf("dns", type);
    expect(form && keysOfForm(form).length, type).toBeGreaterThan(0);
  }
  expect(accountFormOf("infrastructure", "toString")).toBeUndefined();
});

describe("an update", () => {
  const merge = (type: string, before: AccountData, given: AccountData) =>
    mergeAccountData({ purpose: "infrastructure", type, before, given });

  it("keeps what is left empty", () => {
    expect(merge("aws", aws, { accessKeyID: "", secretAccessKey: "c".repeat(40) })).toEqual({
      ...aws,
      secretAccessKey: "c".repeat(40),
    });
  });

  it("keeps the spelling that the Secret has", () => {
    expect(merge("aws", { AWS_ACCESS_KEY_ID: "A", AWS_SECRET_ACCESS_KEY: "b" }, aws)).toEqual({
      AWS_ACCESS_KEY_ID: aws.accessKeyID,
      AWS_SECRET_ACCESS_KEY: aws.secretAccessKey,
    });
  });

  it("drops the keys of a way that is left, and no others", () => {
    const before = { ...openstack, username: "u", password: "p", region: "r" };
    expect(merge("openstack", before, { applicationCredentialID: "i", applicationCredentialSecret: "s" })).toEqual({
      ...openstack,
      region: "r",
      applicationCredentialID: "i",
      applicationCredentialSecret: "s",
    });
    expect(merge("openstack", before, { region: "s" })).toEqual({ ...before, region: "s" });
  });

  it("leaves other keys of a provider that is not known", () => {
    expect(merge("ironcore", { token: "x", note: "y" }, { token: "z" })).toEqual({ token: "z", note: "y" });
  });

  it("says if it leads to another project of Google", () => {
    expect(leadsToOtherProject(gcp(), gcp({ project_id: "other-project-1" }))).toBe(true);
    expect(leadsToOtherProject(gcp(), gcp({ private_key_id: "b".repeat(40) }))).toBe(false);
    expect(leadsToOtherProject(aws, aws)).toBe(false);
  });
});
