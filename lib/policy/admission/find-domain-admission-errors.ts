import type { ShootSpec } from "#lib/garden/shoot.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { type FieldErrors, fieldError, fieldErrorIf } from "../spec-validation/field-error.ts";

const path = "spec.dns.domain";

/** Another Shoot whose DNS domain equals, contains or is a subdomain of the changed Shoot's domain. */
export interface ConflictingDomain {
  readonly domain: string;
  /** The other Shoot as `project/name`; undefined when the user may not see that Shoot. */
  readonly cluster?: string | undefined;
}

/** Facts about DNS domains that the domain check needs besides the changed Shoot itself. */
export interface DnsDomainAdmissionInput {
  /** Default domains of the landscape, beneath which Shoot domains are generated; undefined when not readable. */
  readonly defaults?: readonly string[] | undefined;
  /** The Shoot whose domain conflicts with the new domain; undefined when none is known. */
  readonly holder?: ConflictingDomain | undefined;
  readonly shoot: string;
  /** Whether the API server generated the Shoot's name; only the rest of the domain is then checked. */
  readonly isNameMadeUp?: boolean | undefined;
  readonly project: string;
}

interface DomainChange {
  readonly old: ShootSpec;
  readonly new: ShootSpec;
}

/** How two domains overlap: they are equal, or one lies beneath the other. Undefined when they do not overlap. */
export function findDomainOverlap(one: string, other: string): "same" | "beneath" | undefined {
  if (one === other) return "same";
  const [short, long] = one.length > other.length ? [other, one] : [one, other];
  return long.endsWith(short.startsWith(".") ? short : `.${short}`) ? "beneath" : undefined;
}

/**
 * Admission errors for a Shoot's domain: beneath a default domain it must have a fixed form and no DNS provider of its
 * own (422); and no two Shoots may have overlapping domains (403), which is checked on every change of the spec.
 * @source Gardener: plugin/pkg/shoot/dns, and plugin/pkg/shoot/validator, validateDNSDomainUniqueness
 */
export function findDomainAdmissionErrors(
  change: DomainChange,
  known: DnsDomainAdmissionInput | undefined,
): FieldErrors {
  const domain = stringAt(change.new.dns, "domain");
  if (known === undefined || domain === undefined) return [];
  return [...formErrors(change, domain, known), ...holderErrors(change, domain, known)];
}

function formErrors({ old, new: next }: DomainChange, domain: string, known: DnsDomainAdmissionInput): FieldErrors {
  const base = (known.defaults ?? []).find((one) => domain.endsWith(`.${one}`));
  if (base === undefined) return [];
  const providers = listAt(next.dns, "providers");
  const primary = providers.flatMap((provider, index) => {
    const at = `spec.dns.providers[${index}].primary`;
    return fieldErrorIf(fieldAt(provider, "primary") === true, at, "DNS_PRIMARY_OF_DEFAULT_DOMAIN", { domain: base });
  });
  const isJudged = !old.seedName || stringAt(old.dns, "domain") === undefined;
  const isUnmanaged = providers.some((provider) => stringAt(provider, "type") === "unmanaged");
  const rest = `${known.project}.${base}`;
  const expected = `${known.shoot}.${rest}`;
  const fits = known.isNameMadeUp === true ? domain.endsWith(`.${rest}`) : domain === expected;
  const isOther = isJudged && !isUnmanaged && !fits;
  return [...primary, ...fieldErrorIf(isOther, path, "DNS_DEFAULT_DOMAIN_FORM", { value: domain, expected })];
}

function holderErrors(
  { old, new: next }: DomainChange,
  domain: string,
  { holder }: DnsDomainAdmissionInput,
): FieldErrors {
  if (holder === undefined || semanticallyEqual(old, next)) return [];
  const facts = { value: domain, ...(holder.cluster !== undefined && { cluster: holder.cluster }) };
  const isSame = findDomainOverlap(domain, holder.domain) === "same";
  return [fieldError(path, isSame ? "DNS_DOMAIN_TAKEN" : "DNS_DOMAIN_OVERLAPS", facts)];
}
