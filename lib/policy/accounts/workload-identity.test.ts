import { describe, expect, it } from "vitest";
import { trustTextsOf } from "./trust-texts.ts";
import { findIdentityErrors, type IdentityDraft, providerConfigOf, usualAudience } from "./workload-identity.ts";

const guid = "11111111-2222-3333-4444-555555555555";
const configs = {
  aws: { roleARN: "arn:aws:iam::123456789012:role/gardener" },
  azure: { tenantID: guid, subscriptionID: guid, clientID: guid },
  gcp: { projectID: "my-project-123", projectNumber: "987654321", pool: "gardener", provider: "gardener-live" },
} as const;

const draft = (type: keyof typeof configs, more: Partial<IdentityDraft> = {}): IdentityDraft => ({
  type,
  namespace: "garden-shop",
  name: "main",
  audiences: ["sts.example"],
  config: configs[type],
  ...more,
});
const errorsOf = (given: IdentityDraft) => findIdentityErrors(given).map(({ path, code }) => `${path} ${code}`);

describe("a workload identity", () => {
  it.each(["aws", "azure", "gcp"] as const)("of %s is accepted", (type) => {
    expect(errorsOf(draft(type))).toEqual([]);
  });

  it.each<[string, IdentityDraft, readonly string[]]>([
    ["without an audience", draft("aws", { audiences: [] }), ["audiences VALUE_REQUIRED"]],
    ["with an audience twice", draft("aws", { audiences: ["a", "a"] }), ["audiences VALUE_DUPLICATE"]],
    ["without a name", draft("aws", { name: "" }), ["name VALUE_REQUIRED"]],
    ["with a name that Kubernetes refuses", draft("aws", { name: "Main" }), ["name NAME_INVALID"]],
    [
      "with a name that makes the subject too long",
      draft("aws", { name: "a".repeat(175) }),
      ["name IDENTITY_NAME_TOO_LONG"],
    ],
    ["with a subject that Google cuts", draft("gcp", { name: "a".repeat(50) }), ["name IDENTITY_NAME_TOO_LONG"]],
    [
      "with a user instead of a role",
      draft("aws", { config: { roleARN: "arn:aws:iam::123456789012:user/x" } }),
      ["roleARN IDENTITY_ROLE_MALFORMED"],
    ],
    [
      "with what is no GUID",
      draft("azure", { config: { ...configs.azure, clientID: "x" } }),
      ["clientID ACCOUNT_GUID_MALFORMED"],
    ],
    [
      "with a short project ID",
      draft("gcp", { config: { ...configs.gcp, projectID: "abc" } }),
      ["projectID IDENTITY_PROJECT_MALFORMED"],
    ],
    [
      "with a project ID as its number",
      draft("gcp", { config: { ...configs.gcp, projectNumber: "my-project" } }),
      ["projectNumber IDENTITY_NUMBER_MALFORMED"],
    ],
    ["with a short pool", draft("gcp", { config: { ...configs.gcp, pool: "a" } }), ["pool IDENTITY_POOL_MALFORMED"]],
    [
      "with a person's address",
      draft("gcp", { config: { ...configs.gcp, serviceAccount: "x@example.com" } }),
      ["serviceAccount IDENTITY_EMAIL_MALFORMED"],
    ],
    ["without a field", draft("gcp", { config: { ...configs.gcp, pool: "" } }), ["pool VALUE_REQUIRED"]],
  ])("%s is refused", (_what, given, expected) => {
    expect(errorsOf(given)).toEqual(expected);
  });

  it("of Google has a credential configuration with just the members that the extension accepts", () => {
    const serviceAccount = "gardener@my-project-123.iam.gserviceaccount.com";
    expect(providerConfigOf("gcp", { ...configs.gcp, serviceAccount })).toEqual({
      apiVersion: "gcp.provider.extensions.gardener.cloud/v1alpha1",
      kind: "WorkloadIdentityConfig",
      projectID: "my-project-123",
      credentialsConfig: {
        type: "external_account",
        universe_domain: "googleapis.com",
        audience:
          "//iam.googleapis.com/projects/987654321/locations/global/workloadIdentityPools/gardener/providers/gardener-live",
        subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
        token_url: "https://sts.googleapis.com/v1/token",
        service_account_impersonation_url: `https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/${serviceAccount}:generateAccessToken`,
      },
    });
  });

  it("of Google has the audience that its provider expects, once that is named", () => {
    expect(usualAudience("gcp", {})).toBe("");
    expect(usualAudience("gcp", configs.gcp)).toMatch(/^https:\/\/iam\.googleapis\.com\/projects\/987654321\//);
  });
});

describe("the text that makes a cloud trust an identity", () => {
  const issuer = "https://discovery.example/garden/issuer";
  const sub = `gardener.cloud:workloadidentity:garden-shop:main:${guid}`;
  const textsOf = (type: keyof typeof configs, config: IdentityDraft["config"] = configs[type]) =>
    trustTextsOf({
      type,
      issuer,
      audiences: ["sts.example"],
      sub,
      name: "main",
      providerConfig: providerConfigOf(type, config),
    });

  it("of AWS allows this subject and audience alone, in the account and partition of the role", () => {
    const [provider, policy] = textsOf("aws", { roleARN: "arn:aws-cn:iam::123456789012:role/gardener" });
    expect(provider?.text).toContain(`--url ${issuer}`);
    const document: unknown = JSON.parse(policy?.text ?? "");
    expect(document).toEqual({
      Version: "2012-10-17",
      Statement: [
        {
          Effect: "Allow",
          Principal: { Federated: "arn:aws-cn:iam::123456789012:oidc-provider/discovery.example/garden/issuer" },
          Action: "sts:AssumeRoleWithWebIdentity",
          Condition: {
            StringEquals: {
              "discovery.example/garden/issuer:aud": ["sts.example"],
              "discovery.example/garden/issuer:sub": sub,
            },
          },
        },
      ],
    });
  });

  it("of Azure is the federated credential of the application", () => {
    const [document, line] = textsOf("azure");
    const credential: unknown = JSON.parse(document?.text ?? "");
    expect(credential).toEqual({ name: "main", issuer, subject: sub, audiences: ["sts.example"] });
    expect(line?.text).toContain(`--id ${guid}`);
  });

  it("of Google names pool, provider and subject, and the service account if there is one", () => {
    const [provider, roles] = textsOf("gcp");
    expect(provider?.text).toContain("create-oidc gardener-live");
    expect(provider?.text).toContain(`--attribute-condition='assertion.sub == "${sub}"'`);
    expect(roles?.text).toContain(`workloadIdentityPools/gardener/subject/${sub}`);
    const email = "gardener@my-project-123.iam.gserviceaccount.com";
    const [, use] = textsOf("gcp", { ...configs.gcp, serviceAccount: email });
    expect(use?.text).toContain(`add-iam-policy-binding ${email}`);
  });

  it("quotes for a shell what tenants have written", () => {
    const [provider] = trustTextsOf({
      type: "aws",
      issuer,
      audiences: ["a'; rm -rf ~; '"],
      sub,
      name: "x",
      providerConfig: {},
    });
    expect(provider?.text).toContain(`--client-id-list 'a'\\''; rm -rf ~; '\\'''`);
  });

  it("is not there for other providers", () => {
    expect(trustTextsOf({ type: "openstack", issuer, audiences: ["a"], sub, name: "x", providerConfig: {} })).toEqual(
      [],
    );
  });
});
