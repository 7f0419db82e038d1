import { type AccountForm, type AccountKey, type AccountPurpose, plainForm } from "./account-key.ts";

const awsKeys: readonly AccountKey[] = [
  {
    name: "accessKeyID",
    alias: "AWS_ACCESS_KEY_ID",
    input: "text",
    rules: [{ pattern: /^[A-Z0-9]*$/, characters: "A–Z 0–9", minimum: 20, maximum: 20 }],
  },
  {
    name: "secretAccessKey",
    alias: "AWS_SECRET_ACCESS_KEY",
    input: "secret",
    rules: [{ pattern: /^[A-Za-z0-9/+=]*$/, characters: "A–Z a–z 0–9 / + =", minimum: 40, maximum: 40 }],
  },
];

const awsRegion: AccountKey = {
  name: "region",
  alias: "AWS_REGION",
  input: "text",
  isOptional: true,
  rules: [{ pattern: /^[a-z-]+-\d+$/, example: "eu-central-1", maximum: 32 }],
};

/** @source gardener-extension-provider-aws: pkg/apis/aws/validation/secrets.go */
const aws = plainForm([...awsKeys, awsRegion], true);

/** @source gardener-extension-provider-azure: pkg/apis/azure/validation/secrets.go, docs/usage (managed service principals) */
const azure: AccountForm = {
  keys: [
    { name: "subscriptionID", alias: "AZURE_SUBSCRIPTION_ID", input: "text", rules: ["guid"], isFixed: true },
    { name: "tenantID", alias: "AZURE_TENANT_ID", input: "text", rules: ["guid"], isFixed: true },
  ],
  ways: [
    {
      id: "application",
      keys: [
        { name: "clientID", alias: "AZURE_CLIENT_ID", input: "text", rules: ["guid"] },
        { name: "clientSecret", alias: "AZURE_CLIENT_SECRET", input: "secret" },
      ],
    },
    { id: "managed", keys: [] },
  ],
  isClosed: true,
};

const azureDns: AccountForm = {
  ...azure,
  ways: azure.ways.slice(0, 1),
  keys: [
    ...azure.keys,
    {
      name: "AZURE_CLOUD",
      input: "choice",
      isOptional: true,
      choices: ["AzurePublic", "AzureChina", "AzureGovernment"],
    },
  ],
};

const serviceAccount: AccountKey = { name: "serviceaccount.json", input: "file", rules: ["service-account"] };

/** @source gardener-extension-provider-gcp: pkg/apis/gcp/validation/secret.go */
const gcp = plainForm(
  [serviceAccount, { name: "storageAPIEndpoint", input: "text", isOptional: true, rules: ["https-url"] }],
  true,
);

/** @source gardener-extension-provider-openstack: pkg/apis/openstack/validation/secrets.go */
function openstackForm(isForDns: boolean): AccountForm {
  const username: AccountKey = { name: "username", alias: "OS_USERNAME", input: "text" };
  const secret: AccountKey = {
    name: "applicationCredentialSecret",
    alias: "OS_APPLICATION_CREDENTIAL_SECRET",
    input: "secret",
  };
  const id: AccountKey = { name: "applicationCredentialID", alias: "OS_APPLICATION_CREDENTIAL_ID", input: "text" };
  const name: AccountKey = {
    name: "applicationCredentialName",
    alias: "OS_APPLICATION_CREDENTIAL_NAME",
    input: "text",
  };
  return {
    keys: [
      {
        name: "authURL",
        alias: "OS_AUTH_URL",
        input: "text",
        rules: ["https-url"],
        ...(!isForDns && { isOptional: true }),
      },
      { name: "domainName", alias: "OS_DOMAIN_NAME", input: "text" },
      { name: "tenantName", alias: "OS_PROJECT_NAME", input: "text" },
      { name: "region", alias: "OS_REGION_NAME", input: "text", isOptional: true },
      ...(isForDns
        ? []
        : [
            { name: "insecure", input: "choice", isOptional: true, choices: ["true", "false"] } as const,
            { name: "caCert", input: "file", isOptional: true } as const,
          ]),
    ],
    ways: [
      { id: "password", keys: [username, { name: "password", alias: "OS_PASSWORD", input: "secret" }] },
      { id: "credential-id", keys: [id, secret] },
      { id: "credential-name", keys: [username, name, secret] },
    ],
    isClosed: true,
  };
}

/** @source gardener-extension-provider-alicloud: pkg/apis/alicloud/validation/secrets.go */
const alicloud = plainForm(
  [
    {
      name: "accessKeyID",
      alias: "ACCESS_KEY_ID",
      input: "text",
      rules: [{ pattern: /^[0-9a-zA-Z._=]*$/, characters: "A–Z a–z 0–9 . _ =", minimum: 16, maximum: 128 }],
    },
    {
      name: "accessKeySecret",
      alias: "ACCESS_KEY_SECRET",
      input: "secret",
      rules: [{ minimum: 30 }, "no-line-break"],
    },
  ],
  false,
);

const infrastructureForms: Readonly<Record<string, AccountForm>> = {
  aws,
  azure,
  gcp,
  openstack: openstackForm(false),
  alicloud,
  metal: plainForm(
    [
      { name: "metalAPIURL", input: "text", rules: ["url"] },
      { name: "metalAPIHMac", input: "secret" },
    ],
    false,
  ),
  hcloud: plainForm([{ name: "hcloudToken", input: "secret" }], false),
  local: plainForm([], false),
};

/** @source gardener/external-dns-management: docs of the provider types; gardener/dashboard: frontend/src/data/vendors/dns */
const dnsForms: Readonly<Record<string, AccountForm>> = {
  "aws-route53": plainForm([...awsKeys, awsRegion], true),
  "azure-dns": azureDns,
  "azure-private-dns": azureDns,
  "google-clouddns": plainForm([serviceAccount], true),
  "openstack-designate": openstackForm(true),
  "alicloud-dns": alicloud,
  "cloudflare-dns": plainForm([{ name: "apiToken", alias: "CLOUDFLARE_API_TOKEN", input: "secret" }], true),
  "netlify-dns": plainForm([{ name: "apiToken", alias: "NETLIFY_AUTH_TOKEN", input: "secret" }], true),
  powerdns: plainForm(
    [
      { name: "Server", alias: "server", input: "text", rules: ["url"] },
      { name: "ApiKey", alias: "apiKey", input: "secret" },
      { name: "VirtualHost", alias: "virtualHost", input: "text", isOptional: true },
      { name: "TrustedCaCert", alias: "trustedCaCert", input: "file", isOptional: true },
      {
        name: "InsecureSkipVerify",
        alias: "insecureSkipVerify",
        input: "choice",
        isOptional: true,
        choices: ["true", "false"],
      },
    ],
    true,
  ),
  rfc2136: plainForm(
    [
      { name: "Server", alias: "server", input: "text" },
      {
        name: "Zone",
        alias: "zone",
        input: "text",
        rules: [{ pattern: /^[a-zA-Z0-9-]+(\.[a-zA-Z0-9-]+)*\.$/, example: "example.com.", maximum: 255 }],
      },
      {
        name: "TSIGKeyName",
        alias: "tsigKeyName",
        input: "text",
        rules: [{ pattern: /\.$/, example: "key.example.com." }],
      },
      { name: "TSIGSecret", alias: "tsigSecret", input: "secret" },
      {
        name: "TSIGSecretAlgorithm",
        alias: "tsigSecretAlgorithm",
        input: "choice",
        isOptional: true,
        choices: ["hmac-sha256", "hmac-sha224", "hmac-sha384", "hmac-sha512", "hmac-sha1", "hmac-md5"],
      },
    ],
    true,
  ),
  "stackit-dns": plainForm(
    [
      { name: "project-id", input: "text" },
      { name: "serviceaccount.json", input: "file", rules: ["json"] },
    ],
    false,
  ),
  "gdch-dns": plainForm(
    [
      { name: "serviceaccount.json", input: "file", rules: ["json"] },
      { name: "gdch-config", input: "file" },
    ],
    false,
  ),
};

/** Types of DNS providers with known keys, as Gardener's dashboard knows them. */
export const dnsProviderTypes: readonly string[] = Object.keys(dnsForms);

/** The keys of an account; undefined for a provider of which nothing is known: any keys are possible then. */
export function accountFormOf(purpose: AccountPurpose, type: string): AccountForm | undefined {
  const forms = purpose === "dns" ? dnsForms : infrastructureForms;
  return Object.hasOwn(forms, type) ? forms[type] : undefined;
}

/** All keys of a form, each once, with the keys of the given way or of all. */
export function keysOfForm(form: AccountForm, way?: AccountForm["ways"][number]): readonly AccountKey[] {
  const keys = [...form.keys, ...(way === undefined ? form.ways.flatMap((each) => each.keys) : way.keys)];
  return keys.filter(({ name }, at) => keys.findIndex((other) => other.name === name) === at);
}
