import type { ShootDns, ShootSpec } from "#lib/garden/shoot.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { isDns1123Label } from "#lib/kube/names.ts";
import { isSelfHosted } from "../maintenance/control-plane-pools.ts";
import { workerPoolsOf } from "../maintenance/version-state.ts";
import { checkImmutable, checkName, checkNotWithoutWorkers, isSet } from "./field-checks.ts";
import { type FieldErrors, fieldError, fieldErrorIf } from "./field-error.ts";

const defaultScheduler = "default-scheduler";

/**
 * Validation of immutable fields: region, provider, scheduler, and bindings, except that a CredentialsBinding may
 * replace a SecretBinding.
 * @param isSwitch Whether the change is between workers and no workers; provider and scheduler are then not compared.
 * @source Gardener: pkg/api/core/validation/shoot.go, ValidateShootSpecUpdate
 */
export function validateImmutableFields(before: ShootSpec, after: ShootSpec, isSwitch: boolean): FieldErrors {
  return [
    ...checkImmutable("spec.region", before.region, after.region),
    ...(isSwitch ? [] : checkImmutable("spec.provider.type", before.provider.type, after.provider.type)),
    ...bindingChange(before, after),
    ...bindingErrors(before, after),
    ...schedulerErrors(isSwitch ? after : before, after),
  ];
}

function bindingChange(before: ShootSpec, after: ShootSpec): FieldErrors {
  const path = "spec.credentialsBindingName";
  const isUnset = isSet(before.credentialsBindingName) && !after.credentialsBindingName;
  const migrates = before.secretBindingName && !isSet(after.secretBindingName) && after.credentialsBindingName;
  return [
    ...fieldErrorIf(isUnset, path, "CANNOT_BE_UNSET"),
    ...(migrates ? [] : checkImmutable("spec.secretBindingName", before.secretBindingName, after.secretBindingName)),
  ];
}

/** Errors for credentials bindings: exactly one with workers whose machines Gardener creates, none without workers. */
function bindingErrors(before: ShootSpec, after: ShootSpec): FieldErrors {
  const { secretBindingName, credentialsBindingName } = after;
  const path = "spec.secretBindingName";
  if (workerPoolsOf(after).length === 0) {
    return [
      ...checkNotWithoutWorkers(path, secretBindingName),
      ...checkNotWithoutWorkers("spec.credentialsBindingName", credentialsBindingName),
    ];
  }
  if (isSelfHosted(after)) return [];
  if (secretBindingName && credentialsBindingName) return [fieldError(path, "BINDINGS_EXCLUDE_EACH_OTHER")];
  const hadOne = Boolean(before.secretBindingName || before.credentialsBindingName);
  return fieldErrorIf(hadOne && !secretBindingName && !credentialsBindingName, path, "BINDING_REQUIRED");
}

function schedulerErrors(old: ShootSpec, next: ShootSpec): FieldErrors {
  const path = "spec.schedulerName";
  const [before, after] = [stringAt(old, "schedulerName"), stringAt(next, "schedulerName") ?? defaultScheduler];
  const mayStay = before === after || (before === undefined && after === defaultScheduler);
  return [...fieldErrorIf(!mayStay, path, "IMMUTABLE"), ...checkName(path, after, isDns1123Label)];
}

/**
 * Validation of DNS changes: the domain is immutable, and once the Shoot has a Seed so is the primary DNS provider.
 * @source Gardener: pkg/api/core/validation/shoot.go, validateDNSUpdate
 */
export function validateDnsChange(before: ShootSpec, after: ShootSpec): FieldErrors {
  const [old, next] = [before.dns, after.dns];
  if (!isSet(old)) return [];
  if (!isSet(next)) return [fieldError("spec.dns", "IMMUTABLE")];
  const domain = isSet(fieldAt(old, "domain"))
    ? checkImmutable("spec.dns.domain", fieldAt(old, "domain"), fieldAt(next, "domain"))
    : [];
  if (!isSet(after.seedName)) return domain;
  const [was, is] = [primaryProvider(old), primaryProvider(next)];
  const kept = was === undefined || (is !== undefined && (!isSet(was.type) || was.type === is.type));
  return [...domain, ...fieldErrorIf(!kept, "spec.dns.providers", "DNS_PRIMARY_PROVIDER")];
}

function primaryProvider(dns: ShootDns | null | undefined): { readonly type: string | undefined } | undefined {
  const primary = listAt(dns, "providers").find((provider) => fieldAt(provider, "primary") === true);
  return primary === undefined ? undefined : { type: stringAt(primary, "type") };
}
