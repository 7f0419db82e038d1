import type { ShootDns, ShootSpec } from "#lib/garden/shoot.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { isDns1123Subdomain } from "#lib/kube/names.ts";
import type { GardenerRules } from "../editions/gardener-rules.ts";
import { namesOfRejectedFields } from "../maintenance/spec-cleanup.ts";
import { checkName, isSet } from "./field-checks.ts";
import { type FieldErrors, fieldError, fieldErrorIf } from "./field-error.ts";

type Provider = NonNullable<ShootDns["providers"]>[number];

const path = "spec.dns";
const unmanaged = "unmanaged";

/** Whether a Gardener release supports DNS `credentialsRef` and rejects DNS `secretName` with Kubernetes 1.35. */
function knowsCredentialsRef(rules: GardenerRules): boolean {
  return rules("refuse.dnsSecretName") === "refused";
}

/** Whether DNS providers may set `secretName` and `credentialsRef` at this version; later only the latter exists. */
function keepsSecretName(version: string, rules: GardenerRules): boolean {
  return !namesOfRejectedFields(version, rules).includes("dns.providers[].secretName");
}

function isSecret(reference: unknown): boolean {
  return stringAt(reference, "apiVersion") === "v1" && stringAt(reference, "kind") === "Secret";
}

function inStep(provider: Provider): Provider {
  const { secretName, credentialsRef } = provider;
  if (isSet(secretName) && !isSet(credentialsRef)) {
    return { ...provider, credentialsRef: { apiVersion: "v1", kind: "Secret", name: secretName ?? "" } };
  }
  const name = stringAt(credentialsRef, "name");
  if (isSet(secretName) || name === undefined || !isSecret(credentialsRef)) return provider;
  return { ...provider, secretName: name };
}

/**
 * The spec with `secretName` and `credentialsRef` of its DNS providers synchronised, as the API server stores them
 * below Kubernetes 1.35.
 * @source Gardener: pkg/apiserver/registry/core/shoot/strategy.go, SyncDNSProviderCredentials
 */
export function withDnsCredentials(spec: ShootSpec, rules: GardenerRules): ShootSpec {
  const providers = spec.dns?.providers;
  if (!Array.isArray(providers) || !knowsCredentialsRef(rules)) return spec;
  if (!keepsSecretName(spec.kubernetes.version, rules)) return spec;
  const synced = spec.dns?.providers?.map((provider) => (isSet(provider) ? inStep(provider) : provider));
  const isSame = synced?.every((provider, index) => provider === providers[index]);
  return isSame ? spec : { ...spec, dns: { ...spec.dns, providers: synced ?? null } };
}

/**
 * Validation of a Shoot's domain and DNS providers, after the API server has synchronised their credentials.
 * @source Gardener: pkg/api/core/validation/shoot.go, validateDNS
 */
export function validateDns({ dns, kubernetes }: ShootSpec, rules: GardenerRules): FieldErrors {
  if (!isSet(dns) || !knowsCredentialsRef(rules)) return [];
  const context = { keepsSecretName: keepsSecretName(kubernetes.version, rules), seen: new Set<string>() };
  const providers = listAt(dns, "providers");
  const first = providers.findIndex((provider) => fieldAt(provider, "primary") === true);
  return [
    ...domainErrors(dns),
    ...providers.flatMap((provider, index) => {
      const at = `${path}.providers[${index}]`;
      const isSecond = index > first && fieldAt(provider, "primary") === true;
      return [
        ...providerErrors(provider, at, context),
        ...fieldErrorIf(isSecond, `${at}.primary`, "DNS_PRIMARY_TWICE"),
      ];
    }),
  ];
}

function domainErrors(dns: unknown): FieldErrors {
  const at = `${path}.domain`;
  const value = stringAt(dns, "domain");
  if (value !== undefined) return checkName(at, value, isDns1123Subdomain);
  const primary = listAt(dns, "providers").find((provider) => fieldAt(provider, "primary") === true);
  const type = stringAt(primary, "type");
  return fieldErrorIf(type !== undefined && type !== unmanaged, at, "DNS_DOMAIN_REQUIRED");
}

interface ProvidersContext {
  readonly keepsSecretName: boolean;
  /** Types and credentials of the DNS providers that precede this one in the list. */
  readonly seen: Set<string>;
}

function providerErrors(provider: unknown, at: string, context: ProvidersContext): FieldErrors {
  const reference = fieldAt(provider, "credentialsRef");
  const type = stringAt(provider, "type");
  if (!isSet(reference)) {
    return fieldErrorIf(fieldAt(provider, "primary") !== true, `${at}.credentialsRef`, "DNS_CREDENTIALS_REQUIRED");
  }
  const mismatch = secretErrors(provider, reference, `${at}.secretName`, context);
  if (type === undefined) return [...mismatch, fieldError(`${at}.type`, "DNS_TYPE_REQUIRED")];
  const key = ["apiVersion", "kind", "name"].map((field) => stringAt(reference, field) ?? "");
  const used = [type, ...key].join("\n");
  if (context.seen.has(used)) return [...mismatch, fieldError(at, "DNS_CREDENTIALS_TWICE")];
  context.seen.add(used);
  return [...mismatch, ...fieldErrorIf(type === unmanaged, `${at}.credentialsRef`, "DNS_UNMANAGED_CREDENTIALS")];
}

function secretErrors(provider: unknown, reference: unknown, at: string, context: ProvidersContext): FieldErrors {
  const secret = stringAt(provider, "secretName");
  if (!isSecret(reference)) return fieldErrorIf(Boolean(secret), at, "DNS_SECRET_BESIDE_OTHERS");
  return fieldErrorIf(context.keepsSecretName && secret !== stringAt(reference, "name"), at, "DNS_SECRET_DIFFERS");
}
