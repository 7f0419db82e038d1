import type { ShootDns, ShootSpec } from "#lib/garden/shoot.ts";
import { fieldAt, listAt, textAt } from "#lib/kube/field.ts";
import { isDns1123Subdomain } from "#lib/kube/names.ts";
import type { EditionRules } from "../editions/edition-rules.ts";
import { refusedFieldNames } from "../maintenance/spec-clean-up.ts";
import type { ChangeFault } from "./fault.ts";
import { isSet } from "./field-checks.ts";

type Faults = readonly ChangeFault[];
type Provider = NonNullable<ShootDns["providers"]>[number];

const path = "spec.dns";
const unmanaged = "unmanaged";

/** Whether the release knows `credentialsRef` of DNS providers: the same that ends `secretName` with Kubernetes 1.35. */
function knowsCredentialsRef(rules: EditionRules): boolean {
  return rules("refuse.dnsSecretName") === "refused";
}

/** Whether `secretName` and `credentialsRef` say the same at this Kubernetes version; later only the reference is there. */
function keepsSecretName(version: string, rules: EditionRules): boolean {
  return !refusedFieldNames(version, rules).includes("dns.providers[].secretName");
}

function isSecret(reference: unknown): boolean {
  return textAt(reference, "apiVersion") === "v1" && textAt(reference, "kind") === "Secret";
}

function inStep(provider: Provider): Provider {
  const { secretName, credentialsRef } = provider;
  if (isSet(secretName) && !isSet(credentialsRef)) {
    return { ...provider, credentialsRef: { apiVersion: "v1", kind: "Secret", name: secretName ?? "" } };
  }
  const name = textAt(credentialsRef, "name");
  if (isSet(secretName) || name === undefined || !isSecret(credentialsRef)) return provider;
  return { ...provider, secretName: name };
}

/**
 * The spec with `secretName` and `credentialsRef` of its DNS providers in step, as the API server stores them below
 * Kubernetes 1.35: the one follows from the other.
 * @source Gardener: pkg/apiserver/registry/core/shoot/strategy.go, SyncDNSProviderCredentials
 */
export function withDnsCredentials(spec: ShootSpec, rules: EditionRules): ShootSpec {
  const providers = spec.dns?.providers;
  if (!Array.isArray(providers) || !knowsCredentialsRef(rules)) return spec;
  if (!keepsSecretName(spec.kubernetes.version, rules)) return spec;
  const synced = spec.dns?.providers?.map((provider) => (isSet(provider) ? inStep(provider) : provider));
  const isSame = synced?.every((provider, index) => provider === providers[index]);
  return isSame ? spec : { ...spec, dns: { ...spec.dns, providers: synced ?? null } };
}

/**
 * The rules for the domain of a Shoot and the providers that serve it, as the API server has brought their credentials in
 * step.
 * @source Gardener: pkg/api/core/validation/shoot.go, validateDNS
 */
export function validateDns({ dns, kubernetes }: ShootSpec, rules: EditionRules): Faults {
  if (!isSet(dns) || !knowsCredentialsRef(rules)) return [];
  const context = { keepsSecretName: keepsSecretName(kubernetes.version, rules), seen: new Set<string>() };
  const providers = listAt(dns, "providers");
  const first = providers.findIndex((provider) => fieldAt(provider, "primary") === true);
  return [
    ...domainFaults(dns),
    ...providers.flatMap((provider, index) => {
      const faults = providerFaults(provider, index, context);
      const isSecond = index > first && fieldAt(provider, "primary") === true;
      const at = `${path}.providers[${index}].primary`;
      return isSecond ? [...faults, { path: at, code: "DNS_PRIMARY_TWICE", type: "Forbidden" } as const] : faults;
    }),
  ];
}

function domainFaults(dns: unknown): Faults {
  const at = `${path}.domain`;
  const value = textAt(dns, "domain");
  if (value !== undefined) {
    return isDns1123Subdomain(value) ? [] : [{ path: at, code: "NAME_INVALID", type: "Invalid", facts: { value } }];
  }
  const primary = listAt(dns, "providers").find((provider) => fieldAt(provider, "primary") === true);
  const type = textAt(primary, "type");
  const needsOne = type !== undefined && type !== unmanaged;
  return needsOne ? [{ path: at, code: "DNS_DOMAIN_REQUIRED", type: "Required" }] : [];
}

interface ProvidersContext {
  readonly keepsSecretName: boolean;
  /** Types with their credentials, of the providers before. */
  readonly seen: Set<string>;
}

function providerFaults(provider: unknown, index: number, context: ProvidersContext): Faults {
  const at = `${path}.providers[${index}]`;
  const reference = fieldAt(provider, "credentialsRef");
  const type = textAt(provider, "type");
  if (!isSet(reference)) {
    const isPrimary = fieldAt(provider, "primary") === true;
    return isPrimary ? [] : [{ path: `${at}.credentialsRef`, code: "DNS_CREDENTIALS_REQUIRED", type: "Required" }];
  }
  const mismatch = secretFaults(provider, reference, `${at}.secretName`, context);
  if (type === undefined) return [...mismatch, { path: `${at}.type`, code: "DNS_TYPE_REQUIRED", type: "Required" }];
  const key = ["apiVersion", "kind", "name"].map((field) => textAt(reference, field) ?? "");
  const used = [type, ...key].join("\n");
  if (context.seen.has(used)) return [...mismatch, { path: at, code: "DNS_CREDENTIALS_TWICE", type: "Invalid" }];
  context.seen.add(used);
  if (type !== unmanaged) return mismatch;
  return [...mismatch, { path: `${at}.credentialsRef`, code: "DNS_UNMANAGED_CREDENTIALS", type: "Invalid" }];
}

function secretFaults(
  provider: unknown,
  reference: unknown,
  at: string,
  { keepsSecretName: keeps }: ProvidersContext,
): Faults {
  const secret = textAt(provider, "secretName");
  if (!isSecret(reference)) {
    return secret ? [{ path: at, code: "DNS_SECRET_BESIDE_OTHERS", type: "Forbidden" }] : [];
  }
  if (!keeps || secret === textAt(reference, "name")) return [];
  return [{ path: at, code: "DNS_SECRET_DIFFERS", type: "Forbidden" }];
}
