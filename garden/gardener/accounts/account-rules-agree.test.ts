import { describe, expect, it } from "vitest";
import { type AccountData, findAccountErrors } from "#lib/policy/accounts/find-account-errors.ts";
import { accountMessages } from "./account-secret-rules.ts";

const guid = "11111111-2222-3333-4444-555555555555";
const member: Readonly<Record<string, string>> = {
  type: "service_account",
  project_id: "my-project-123",
  private_key_id: "a".repeat(40),
  private_key: "-----BEGIN PRIVATE KEY-----\nkey\n-----END PRIVATE KEY-----\n",
  client_email: "x@my-project-123.iam.gserviceaccount.com",
  token_uri: "https://oauth2.googleapis.com/token",
};
const google = (members: object) => ({ "serviceaccount.json": JSON.stringify(members) });
const openstack = { domainName: "d", tenantName: "t" };

/** Good data of each provider whose extension checks keys. */
const good: readonly (readonly [string, AccountData])[] = [
  ["aws", { accessKeyID: "A".repeat(20), secretAccessKey: "b".repeat(40) }],
  ["aws", { AWS_ACCESS_KEY_ID: "A".repeat(20), AWS_SECRET_ACCESS_KEY: "b".repeat(40), AWS_REGION: "eu-west-1" }],
  ["azure", { subscriptionID: guid, tenantID: guid, clientID: guid, clientSecret: "x" }],
  ["azure", { subscriptionID: guid, tenantID: guid }],
  ["gcp", google(member)],
  ["openstack", { ...openstack, username: "u", password: "p" }],
  ["openstack", { ...openstack, applicationCredentialID: "i", applicationCredentialSecret: "s" }],
  ["openstack", { ...openstack, username: "u", applicationCredentialName: "n", applicationCredentialSecret: "s" }],
  ["alicloud", { accessKeyID: "a".repeat(16), accessKeySecret: "b".repeat(30) }],
  ["hcloud", { hcloudToken: "x" }],
];

/** Values of all lengths around the limits, and of all kinds of characters. */
const values = [
  "",
  "x",
  "X",
  "A".repeat(20),
  "a".repeat(16),
  "a".repeat(129),
  "b".repeat(30),
  "b".repeat(40),
  "-".repeat(20),
  guid,
  "{}",
  "x\n",
  "\nx",
];

/** Good data with one key at a time left out or changed, and with one more key. */
function variants(data: AccountData): readonly AccountData[] {
  const keys = Object.keys(data);
  const without = (key: string) => Object.fromEntries(Object.entries(data).filter(([name]) => name !== key));
  return [
    data,
    { ...data, unknown: "x" },
    ...keys.map(without),
    ...keys.flatMap((key) => values.map((value) => ({ ...data, [key]: value }))),
  ];
}

const members = Object.keys(member).flatMap((name) =>
  [undefined, "", "x", "http://x", "a".repeat(41)].map((value) => google({ ...member, [name]: value })),
);

describe("the policy core refuses the keys that the extension refuses, and no others:", () => {
  it.each<readonly [string, readonly AccountData[]]>([
    ...good.map(([type, data]) => [type, variants(data)] as const),
    ["gcp", members],
  ])("%s", (type, all) => {
    for (const data of all) {
      const said = accountMessages(type, { data: new Map(Object.entries(data)), before: undefined, secret: "a/b" });
      const errors = findAccountErrors({ purpose: "infrastructure", type, data });
      expect([data, errors.length > 0]).toEqual([data, said.length > 0]);
    }
  });
});
