import { isDns1123Subdomain } from "#lib/kube/names.ts";
import { type FieldErrors, fieldError, fieldErrorIf } from "../spec-validation/field-error.ts";
import { guidForm } from "./account-key.ts";

/** Providers that accept a WorkloadIdentity. */
export const identityProviders = ["aws", "azure", "gcp"] as const;
export type IdentityProvider = (typeof identityProviders)[number];

/** What a cloud needs to know of a WorkloadIdentity; `config` has the fields of `identityFields`. */
export interface IdentityDraft {
  readonly type: string;
  readonly namespace: string;
  readonly name: string;
  readonly audiences: readonly string[];
  readonly config: Readonly<Record<string, string>>;
}

/** Fields of the form for each provider. Those of Google are parts of the names in its credential configuration. */
export const identityFields = {
  aws: ["roleARN"],
  azure: ["tenantID", "subscriptionID", "clientID"],
  gcp: ["projectID", "projectNumber", "pool", "provider", "serviceAccount"],
} as const satisfies Readonly<Record<IdentityProvider, readonly string[]>>;

export type IdentityField = (typeof identityFields)[IdentityProvider][number];

export function isIdentityProvider(type: string): type is IdentityProvider {
  return identityProviders.some((each) => each === type);
}

const uidLength = 36;
const longestSubject = 255;
/** Maximum length in bytes of a mapped `google.subject`. @source Google Cloud: IAM, attribute mapping */
const longestGoogleSubject = 127;

const forms: Readonly<Record<IdentityField, readonly [RegExp, Parameters<typeof fieldError>[1]]>> = {
  roleARN: [/^arn:aws[a-z0-9-]*:iam::\d{12}:role(\/[\w+=,.@-]+)*\/[\w+=,.@-]+$/, "IDENTITY_ROLE_MALFORMED"],
  tenantID: [guidForm, "ACCOUNT_GUID_MALFORMED"],
  subscriptionID: [guidForm, "ACCOUNT_GUID_MALFORMED"],
  clientID: [guidForm, "ACCOUNT_GUID_MALFORMED"],
  projectID: [/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/, "IDENTITY_PROJECT_MALFORMED"],
  projectNumber: [/^\d{1,20}$/, "IDENTITY_NUMBER_MALFORMED"],
  pool: [/^[a-z0-9-]{4,32}$/, "IDENTITY_POOL_MALFORMED"],
  provider: [/^[a-z0-9-]{4,32}$/, "IDENTITY_POOL_MALFORMED"],
  serviceAccount: [/^[a-z0-9-]+@[a-z0-9.-]+\.iam\.gserviceaccount\.com$/, "IDENTITY_EMAIL_MALFORMED"],
};

/**
 * Errors in a new WorkloadIdentity: the paths are `name`, `audiences` and the fields of the provider.
 *
 * @source Gardener: pkg/api/security/validation/workloadidentity.go; the extensions' validation of its providerConfig
 */
export function findIdentityErrors(draft: IdentityDraft): FieldErrors {
  const { type, name, audiences, config } = draft;
  const fields: readonly IdentityField[] = isIdentityProvider(type) ? identityFields[type] : [];
  return [
    ...nameErrors(draft, name),
    ...fieldErrorIf(audiences.length === 0 || audiences.includes(""), "audiences", "VALUE_REQUIRED"),
    ...audiences.flatMap((value, at) =>
      fieldErrorIf(audiences.indexOf(value) < at, "audiences", "VALUE_DUPLICATE", { value }),
    ),
    ...fields.flatMap((field) => {
      const value = config[field] ?? "";
      if (value === "") return fieldErrorIf(field !== "serviceAccount", field, "VALUE_REQUIRED");
      const [form, code] = forms[field];
      return fieldErrorIf(!form.test(value), field, code);
    }),
  ];
}

function nameErrors({ type, namespace }: IdentityDraft, name: string): FieldErrors {
  if (name === "") return [fieldError("name", "VALUE_REQUIRED")];
  const size = `gardener.cloud:workloadidentity:${namespace}:${name}:`.length + uidLength;
  const maximum = type === "gcp" ? longestGoogleSubject : longestSubject;
  const facts = { size: String(size), maximum: String(maximum) };
  return [
    ...fieldErrorIf(!isDns1123Subdomain(name), "name", "NAME_INVALID", { value: name }),
    ...fieldErrorIf(size > maximum, "name", "IDENTITY_NAME_TOO_LONG", facts),
  ];
}

/** The `spec.targetSystem.providerConfig` of a WorkloadIdentity, as the provider's extension reads it. */
export function providerConfigOf(type: string, config: IdentityDraft["config"]): Readonly<Record<string, unknown>> {
  const head = { apiVersion: `${type}.provider.extensions.gardener.cloud/v1alpha1`, kind: "WorkloadIdentityConfig" };
  if (type !== "gcp") return { ...head, ...config };
  const { projectID, serviceAccount = "" } = config;
  const impersonated = `https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/${serviceAccount}:generateAccessToken`;
  return {
    ...head,
    projectID,
    credentialsConfig: {
      type: "external_account",
      universe_domain: "googleapis.com",
      audience: `//iam.googleapis.com/${googleProviderName(config)}`,
      subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
      token_url: "https://sts.googleapis.com/v1/token",
      ...(serviceAccount !== "" && { service_account_impersonation_url: impersonated }),
    },
  };
}

/** The audience that a provider expects if nobody chose another one; empty where each account needs one of its own. */
export function usualAudience(type: string, config: IdentityDraft["config"]): string {
  if (type === "azure") return "api://AzureADTokenExchange";
  return type === "gcp" && config.pool && config.provider
    ? `https://iam.googleapis.com/${googleProviderName(config)}`
    : "";
}

function googleProviderName({ projectNumber = "", pool = "", provider = "" }: IdentityDraft["config"]): string {
  return `projects/${projectNumber}/locations/global/workloadIdentityPools/${pool}/providers/${provider}`;
}
