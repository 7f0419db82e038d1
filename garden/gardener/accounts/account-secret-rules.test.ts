import { describe, expect, it } from "vitest";
import { accountMessages } from "./account-secret-rules.ts";

const messages = (type: string, data: Readonly<Record<string, string>>, before?: Readonly<Record<string, string>>) =>
  accountMessages(type, {
    data: new Map(Object.entries(data)),
    before: before && new Map(Object.entries(before)),
    secret: "garden-shop/account",
  });

const aws = { accessKeyID: "A".repeat(20), secretAccessKey: "b".repeat(40) };
const guid = "11111111-2222-3333-4444-555555555555";
const azure = { subscriptionID: guid, tenantID: guid, clientID: guid, clientSecret: "x" };
const member = {
  type: "service_account",
  project_id: "my-project-123",
  private_key_id: "a".repeat(40),
  private_key: "-----BEGIN PRIVATE KEY-----\nkey\n-----END PRIVATE KEY-----\n",
  client_email: "x@my-project-123.iam.gserviceaccount.com",
  token_uri: "https://oauth2.googleapis.com/token",
};
const gcp = (change: Readonly<Record<string, unknown>>) => ({
  "serviceaccount.json": JSON.stringify({ ...member, ...change }),
});
const openstack = { domainName: "d", tenantName: "t" };
const alicloud = { accessKeyID: "a".repeat(16), accessKeySecret: "b".repeat(30) };

describe("the extension takes", () => {
  it.each<[string, string, Readonly<Record<string, string>>]>([
    ["keys of AWS", "aws", aws],
    [
      "those for DNS, with a region",
      "aws",
      { AWS_ACCESS_KEY_ID: aws.accessKeyID, AWS_SECRET_ACCESS_KEY: aws.secretAccessKey, AWS_REGION: "eu-west-1" },
    ],
    ["keys of Azure", "azure", azure],
    ["a service account of Google", "gcp", gcp({})],
    ["one with an endpoint of the storage", "gcp", { ...gcp({}), storageAPIEndpoint: "https://x" }],
    ["a password of OpenStack", "openstack", { ...openstack, username: "u", password: "p" }],
    [
      "an application credential of OpenStack",
      "openstack",
      { ...openstack, applicationCredentialID: "i", applicationCredentialSecret: "s" },
    ],
    ["keys of Alibaba Cloud", "alicloud", alicloud],
    ["no keys where none are needed", "local", {}],
    ["anything for a provider that it does not know", "stackit", { anything: "" }],
  ])("%s", (_what, type, data) => {
    expect(messages(type, data)).toEqual([]);
  });
});

describe("the extension refuses", () => {
  it.each<[string, string, Readonly<Record<string, string>>, readonly string[]]>([
    [
      "a missing key",
      "aws",
      { accessKeyID: aws.accessKeyID },
      [
        'secret.data[secretAccessKey]: Required value: missing required field "secretAccessKey" in secret garden-shop/account',
      ],
    ],
    [
      "an empty key",
      "aws",
      { ...aws, accessKeyID: "" },
      ['secret.data[accessKeyID]: Required value: field "accessKeyID" cannot be empty in secret garden-shop/account'],
    ],
    [
      "a key of another form, without repeating it",
      "aws",
      { ...aws, accessKeyID: "lower" },
      [
        'secret.data[accessKeyID]: Invalid value: "(hidden)": does not match expected regex ^[A-Z0-9]+$',
        'secret.data[accessKeyID]: Invalid value: "(hidden)": must not be fewer than 20 characters, got 5',
      ],
    ],
    [
      "both spellings",
      "aws",
      { ...aws, AWS_ACCESS_KEY_ID: aws.accessKeyID },
      [
        'secret.data: Invalid value: "(multiple keys)": cannot have both "accessKeyID" and "AWS_ACCESS_KEY_ID" in secret garden-shop/account',
      ],
    ],
    [
      "another key",
      "aws",
      { ...aws, token: "x" },
      ['secret.data[token]: Forbidden: unexpected field "token" in secret garden-shop/account'],
    ],
    [
      "what is no GUID",
      "azure",
      { ...azure, tenantID: "x" },
      [expect.stringContaining('secret.data[tenantID]: Invalid value: "x": does not match expected regex')],
    ],
    [
      "what is no JSON, without repeating it",
      "gcp",
      { "serviceaccount.json": "{" },
      [
        expect.stringContaining(
          'secret.data[serviceaccount.json]: Invalid value: "(hidden)": field "serviceaccount.json" must be valid JSON',
        ),
      ],
    ],
    [
      "a service account of another type",
      "gcp",
      gcp({ type: "user" }),
      ['secret.data[serviceaccount.json].type: Unsupported value: "user": supported values: "service_account"'],
    ],
    [
      "unknown members and a short project",
      "gcp",
      gcp({ project_id: "abc", extra: "x" }),
      [
        'secret.data[serviceaccount.json].extra: Forbidden: unexpected field "extra" in service account JSON in secret garden-shop/account',
        'secret.data[serviceaccount.json].project_id: Invalid value: "abc": must not be fewer than 6 characters, got 3',
      ],
    ],
    [
      "a password together with an application credential",
      "openstack",
      { ...openstack, username: "u", password: "p", applicationCredentialSecret: "s" },
      [
        'secret.data: Forbidden: cannot specify both "password" and "applicationCredentialSecret" in secret garden-shop/account',
      ],
    ],
    ["neither", "openstack", openstack, [expect.stringContaining("secret.data: Required value: must specify either")]],
    [
      "a secret with a line break at its end",
      "alicloud",
      { ...alicloud, accessKeySecret: `${"b".repeat(30)}\n` },
      ['field "accessKeySecret" in secret garden-shop/account must not contain leading or traling new lines'],
    ],
  ])("%s", (_what, type, data, expected) => {
    expect(messages(type, data)).toEqual(expected);
  });

  it("another subscription in the same account of Azure", () => {
    const other = { ...azure, subscriptionID: guid.replace("1", "9") };
    expect(messages("azure", other, azure)).toEqual([
      'secret.data[subscriptionID]: Invalid value: "(hidden)": field is immutable',
    ]);
    expect(messages("azure", { ...azure, clientSecret: "new" }, azure)).toEqual([]);
  });
});
