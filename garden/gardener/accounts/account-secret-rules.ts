import "server-only";
import { fieldErrorCause } from "#garden/api/errors/api-error.ts";
import type { KubeStatusCause } from "#lib/kube/object.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { guidForm, httpsUrlCauses, projectIdRule, textCauses } from "./text-rules.ts";

/** Decoded data of a Secret with cloud credentials, and its name in messages. */
export interface AccountData {
  readonly data: ReadonlyMap<string, string>;
  /** The data before the update; undefined for a new Secret. */
  readonly before: ReadonlyMap<string, string> | undefined;
  /** `namespace/name` of the Secret. */
  readonly secret: string;
}

type Causes = readonly KubeStatusCause[];
type Check = (path: string, value: string) => Causes;

const pathOf = (key: string): string => `secret.data[${key}]`;

function required({ data, secret }: AccountData, key: string, check: Check): Causes {
  const value = data.get(key);
  const missing = (why: string) => [fieldErrorCause("Required", pathOf(key), why)];
  if (value === undefined) return missing(`missing required field "${key}" in secret ${secret}`);
  if (value === "") return missing(`field "${key}" cannot be empty in secret ${secret}`);
  return check(pathOf(key), value);
}

function onlyKeys({ data, secret }: AccountData, keys: readonly string[]): Causes {
  return [...data.keys()]
    .filter((key) => !keys.includes(key))
    .map((key) => fieldErrorCause("Forbidden", pathOf(key), `unexpected field "${key}" in secret ${secret}`));
}

/** One spelling of a key or the other, which DNS extensions read; not both. */
function spelled({ data, secret }: AccountData, key: string, dnsKey: string): readonly [string, Causes] {
  const isTwice = data.has(key) && data.has(dnsKey);
  const why = `"(multiple keys)": cannot have both "${key}" and "${dnsKey}" in secret ${secret}`;
  return [data.has(dnsKey) ? dnsKey : key, isTwice ? [fieldErrorCause("Invalid", "secret.data", why)] : []];
}

const anything: Check = () => [];

/** @source gardener-extension-provider-aws: pkg/apis/aws/validation/secrets.go */
function awsCauses(account: AccountData): Causes {
  const spellings = [
    spelled(account, "accessKeyID", "AWS_ACCESS_KEY_ID"),
    spelled(account, "secretAccessKey", "AWS_SECRET_ACCESS_KEY"),
    spelled(account, "region", "AWS_REGION"),
  ] as const;
  const [[id], [secret], [region]] = spellings;
  const known = [
    "accessKeyID",
    "secretAccessKey",
    "region",
    "AWS_ACCESS_KEY_ID",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_REGION",
  ];
  const regionValue = account.data.get(region);
  const hidden = (form: RegExp, length: number): Check => {
    return (path, value) => textCauses(path, value, { form, least: length, most: length, isHidden: true });
  };
  return [
    ...spellings.flatMap(([, causes]) => causes),
    ...onlyKeys(account, known),
    ...required(account, id, hidden(/^[A-Z0-9]+$/, 20)),
    ...required(account, secret, hidden(/^[A-Za-z0-9/+=]+$/, 40)),
    ...(regionValue ? textCauses(pathOf(region), regionValue, { form: /^[a-z-]+-\d+$/, most: 32 }) : []),
  ];
}

/** @source Gardener facts: gardener-extension-provider-azure, pkg/apis/azure/validation */
function azureCauses(account: AccountData): Causes {
  const guid: Check = (path, value) => textCauses(path, value, { form: guidForm });
  const spelling = (key: string, dnsKey: string) => (account.data.has(dnsKey) ? dnsKey : key);
  const fixed = [spelling("subscriptionID", "AZURE_SUBSCRIPTION_ID"), spelling("tenantID", "AZURE_TENANT_ID")];
  const [client, secret] = [spelling("clientID", "AZURE_CLIENT_ID"), spelling("clientSecret", "AZURE_CLIENT_SECRET")];
  const known = [...fixed, client, secret, "AZURE_CLOUD"];
  return [
    ...onlyKeys(account, known),
    ...fixed.flatMap((key) => required(account, key, guid)),
    ...(account.data.has(client) || account.data.has(secret)
      ? [...required(account, client, guid), ...required(account, secret, anything)]
      : []),
    ...fixed.flatMap((key) => {
      const had = account.before?.get(key);
      if (!had || had === account.data.get(key)) return [];
      return [fieldErrorCause("Invalid", pathOf(key), `"(hidden)": field is immutable`)];
    }),
  ];
}

const accountFile = "serviceaccount.json";
const storageEndpoint = "storageAPIEndpoint";
const requiredMembers = ["type", "project_id", "client_email", "private_key_id", "private_key", "token_uri"];
const urlMembers = ["auth_uri", "token_uri", "auth_provider_x509_cert_url", "client_x509_cert_url"];
const knownMembers = new Set([...requiredMembers, ...urlMembers, "client_id", "universe_domain"]);

/** @source gardener-extension-provider-gcp: pkg/apis/gcp/validation/secret.go */
function gcpCauses({ data, secret }: AccountData): Causes {
  const path = pathOf(accountFile);
  const most = data.has(storageEndpoint) ? 2 : 1;
  const surplus =
    data.size > most
      ? [
          fieldErrorCause(
            "Invalid",
            "secret.data",
            `${data.size}: secret ${secret} must contain only "${accountFile}" (and optionally "${storageEndpoint}"), got ${data.size} fields`,
          ),
        ]
      : [];
  const text = data.get(accountFile);
  if (text === undefined) {
    const why = `missing required field "${accountFile}" in secret ${secret}`;
    return [...surplus, fieldErrorCause("Required", path, why)];
  }
  if (text === "") {
    const why = `"": field "${accountFile}" cannot be empty in secret ${secret}`;
    return [...surplus, fieldErrorCause("Invalid", path, why)];
  }
  const members = membersOf(text);
  if (typeof members === "string") {
    const why = `"(hidden)": field "${accountFile}" must be valid JSON in secret ${secret}: ${members}`;
    return [...surplus, fieldErrorCause("Invalid", path, why)];
  }
  return [...surplus, ...memberCauses(members, path, secret)];
}

/** The members of a service account's JSON, all of them texts; a message if it is not like that. */
function membersOf(text: string): ReadonlyMap<string, string> | string {
  try {
    const parsed: unknown = JSON.parse(text);
    if (!isRecord(parsed)) return "json: cannot unmarshal into Go value of type map[string]string";
    const entries: (readonly [string, string])[] = [];
    for (const [key, value] of Object.entries(parsed)) {
      if (typeof value !== "string") return "json: cannot unmarshal into Go value of type string";
      entries.push([key, value]);
    }
    return new Map(entries);
  } catch {
    return "invalid character in JSON";
  }
}

function memberCauses(members: ReadonlyMap<string, string>, path: string, secret: string): Causes {
  const at = (member: string) => `${path}.${member}`;
  const where = `in service account JSON in secret ${secret}`;
  const missing = requiredMembers.flatMap((member) => {
    const value = members.get(member);
    if (value === undefined)
      return [fieldErrorCause("Required", at(member), `missing required field "${member}" ${where}`)];
    return value === ""
      ? [fieldErrorCause("Invalid", at(member), `"": field "${member}" cannot be empty ${where}`)]
      : [];
  });
  const strange = [...members.keys()].filter((member) => !knownMembers.has(member));
  const checks: Readonly<Record<string, Check>> = {
    type: (field, value) =>
      value === "service_account"
        ? []
        : [fieldErrorCause("NotSupported", field, `${JSON.stringify(value)}: supported values: "service_account"`)],
    project_id: (field, value) => textCauses(field, value, projectIdRule),
    client_email: (field, value) =>
      textCauses(field, value, { form: /^[a-zA-Z0-9\-_.]+@[a-zA-Z0-9\-.]+\.gserviceaccount\.com$/, most: 250 }),
    private_key_id: (field, value) =>
      textCauses(field, value, { form: /^[a-f0-9]+$/, least: 40, most: 40, isHidden: true }),
    private_key: keyCauses,
  };
  return [
    ...missing,
    ...strange.map((member) => fieldErrorCause("Forbidden", at(member), `unexpected field "${member}" ${where}`)),
    ...Object.entries(checks).flatMap(([member, check]) => {
      const value = members.get(member);
      return value || (member === "type" && value !== undefined) ? check(at(member), value ?? "") : [];
    }),
    ...(members.has("client_id")
      ? textCauses(at("client_id"), members.get("client_id") ?? "", {
          form: /^[0-9]+$/,
          least: 1,
          most: 30,
          isHidden: true,
        })
      : []),
    ...urlMembers.flatMap((member) =>
      members.has(member) ? httpsUrlCauses(at(member), members.get(member) ?? "") : [],
    ),
  ];
}

const keyCauses: Check = (path, value) => {
  const [header, footer] = ["-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----"];
  const invalid = (why: string) => fieldErrorCause("Invalid", path, `"(hidden)": ${why}`);
  return [
    ...(value.startsWith(header) ? [] : [invalid(`must start with '${header}'`)]),
    ...(value.trim().endsWith(footer) ? [] : [invalid(`must end with '${footer}'`)]),
  ];
};

const openstackKeys = {
  own: {
    required: ["domainName", "tenantName"],
    user: "username",
    password: "password",
    id: "applicationCredentialID",
    name: "applicationCredentialName",
    secret: "applicationCredentialSecret",
    optional: ["authURL", "region", "insecure", "caCert"],
  },
  dns: {
    required: ["OS_DOMAIN_NAME", "OS_PROJECT_NAME", "OS_AUTH_URL"],
    user: "OS_USERNAME",
    password: "OS_PASSWORD",
    id: "OS_APPLICATION_CREDENTIAL_ID",
    name: "OS_APPLICATION_CREDENTIAL_NAME",
    secret: "OS_APPLICATION_CREDENTIAL_SECRET",
    optional: ["OS_REGION_NAME", "OS_USER_DOMAIN_NAME", "OS_PROJECT_DOMAIN_NAME"],
  },
};

/** @source Gardener facts: gardener-extension-provider-openstack, pkg/apis/openstack/validation */
function openstackCauses(account: AccountData): Causes {
  const { data, secret } = account;
  const isDns = [...data.keys()].some((key) => key.startsWith("OS_"));
  const keys = isDns ? openstackKeys.dns : openstackKeys.own;
  const known = [...keys.required, keys.user, keys.password, keys.id, keys.name, keys.secret, ...keys.optional];
  const has = (key: string) => Boolean(data.get(key));
  const isTwice = has(keys.password) && has(keys.secret);
  const twice = `cannot specify both "${keys.password}" and "${keys.secret}" in secret ${secret}`;
  const isComplete =
    (has(keys.id) && has(keys.secret)) ||
    (has(keys.user) && has(keys.name) && has(keys.secret)) ||
    (has(keys.user) && has(keys.password));
  const incomplete = `must specify either "${keys.user}" and "${keys.password}", or an application credential with "${keys.secret}" in secret ${secret}`;
  return [
    ...onlyKeys(account, known),
    ...keys.required.flatMap((key) => required(account, key, anything)),
    ...(isTwice ? [fieldErrorCause("Forbidden", "secret.data", twice)] : []),
    ...(isTwice || isComplete ? [] : [fieldErrorCause("Required", "secret.data", incomplete)]),
    ...(has("authURL") ? httpsUrlCauses(pathOf("authURL"), data.get("authURL") ?? "") : []),
  ];
}

/** Messages without field paths. @source gardener-extension-provider-alicloud: pkg/apis/alicloud/validation/secrets.go */
function alicloudMessage({ data, secret }: AccountData): string | undefined {
  const [id, key] = data.has("ACCESS_KEY_ID")
    ? (["ACCESS_KEY_ID", "ACCESS_KEY_SECRET"] as const)
    : (["accessKeyID", "accessKeySecret"] as const);
  const [idValue, keyValue] = [data.get(id), data.get(key)];
  const field = `field "${id}" in secret ${secret}`;
  if (idValue === undefined) return `missing "${id}" field in secret ${secret}`;
  if (idValue.length < 16) return `${field} must have at least 16 characters`;
  if (idValue.length > 128) return `${field} cannot be longer than 128 characters`;
  if (!/^[0-9a-zA-Z._=]+$/.test(idValue)) return `${field} must only contain alphanumeric characters and [._=]`;
  if (keyValue === undefined) return `missing "${key}" field in secret ${secret}`;
  if (keyValue.length < 30) return `field "${key}" in secret ${secret} must have at least 30 characters`;
  if (/^[\n\r]|[\n\r]$/.test(keyValue)) {
    return `field "${key}" in secret ${secret} must not contain leading or traling new lines`;
  }
  return undefined;
}

const rules: Readonly<Record<string, (account: AccountData) => Causes>> = {
  aws: awsCauses,
  azure: azureCauses,
  gcp: gcpCauses,
  openstack: openstackCauses,
  hcloud: (account) => required(account, "hcloudToken", anything),
  metal: (account) => ["metalAPIURL", "metalAPIHMac"].flatMap((key) => required(account, key, anything)),
};

/** What the extension of a provider says about credentials; empty if they are valid, or if it says nothing. */
export function accountMessages(type: string, account: AccountData): readonly string[] {
  if (type === "alicloud") {
    const message = alicloudMessage(account);
    return message === undefined ? [] : [message];
  }
  const rule = Object.hasOwn(rules, type) ? rules[type] : undefined;
  return rule === undefined ? [] : rule(account).map(({ field, message }) => `${field}: ${message}`);
}
