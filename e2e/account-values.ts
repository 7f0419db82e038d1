/** Part of every value that is typed as a secret. It must never come back. */
export const canary = "CANARY/of/the/accounts";
const guid = "11111111-2222-3333-4444-555555555555";

/** A key file of a service account of Google. */
export const serviceAccountFile = (keyId: string) =>
  JSON.stringify({
    type: "service_account",
    project_id: "my-project-123",
    private_key_id: keyId.repeat(40),
    private_key: `-----BEGIN PRIVATE KEY-----\n${canary}\n-----END PRIVATE KEY-----\n`,
    client_email: "x@my-project-123.iam.gserviceaccount.com",
    token_uri: "https://oauth2.googleapis.com/token",
  });

/** Values by key of a Secret. */
export type KeyValues = Readonly<Record<string, string>>;

/** Values of a new account, and those that replace them, by provider. */
export const accountValues: Readonly<Record<string, readonly [created: KeyValues, updated: KeyValues]>> = {
  aws: [
    { accessKeyID: "A".repeat(20), secretAccessKey: canary.padEnd(40, "0") },
    { accessKeyID: "B".repeat(20), secretAccessKey: canary.padEnd(40, "1") },
  ],
  azure: [
    { subscriptionID: guid, tenantID: guid, clientID: guid, clientSecret: `${canary}-1` },
    { clientSecret: `${canary}-2` },
  ],
  gcp: [{ "serviceaccount.json": serviceAccountFile("a") }, { "serviceaccount.json": serviceAccountFile("b") }],
  openstack: [
    { domainName: "d", tenantName: "t", username: "u", password: `${canary}-1` },
    { password: `${canary}-2` },
  ],
  alicloud: [
    { accessKeyID: "a".repeat(16), accessKeySecret: `${canary}-secret-1` },
    { accessKeyID: "b".repeat(16), accessKeySecret: `${canary}-secret-2` },
  ],
  hcloud: [{ hcloudToken: `${canary}-1` }, { hcloudToken: `${canary}-2` }],
};
