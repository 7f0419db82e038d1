import "server-only";
import { ApiError } from "#garden/api/errors/api-error.ts";
import type { GardenReader } from "#garden/api/registry/garden-reader.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { stringAt } from "#lib/kube/field.ts";
import { findProviderAdmissionErrors } from "#lib/policy/provider-configuration/find-provider-configuration-errors.ts";
import type { ProviderInput } from "#lib/policy/provider-configuration/shared/provider-input.ts";
import { findAccountSecret } from "../rules/account-secret.ts";
import { causeOfFieldError, formatErrorCauses } from "../rules/field-error-messages.ts";
import { hasAdmission } from "../rules/installed-admission.ts";

/**
 * The validating webhook of the provider's extension, which answers with one text and names no fields. In a garden, it
 * is installed besides the extension itself.
 * @throws ApiError 403
 * @source gardener-extension-provider-…: pkg/admission/validator/shoot.go; Kubernetes: webhook/errors/statuserror.go
 */
export function admitByExtension(
  change: Omit<ProviderInput, "domain" | "shoot"> & { shoot: Shoot },
  garden: GardenReader,
): void {
  const { type } = change.shoot.spec.provider;
  if (!hasAdmission(garden, type)) return;
  const errors = findProviderAdmissionErrors({ ...change, domain: domainOf(garden, change.shoot) });
  if (errors.length === 0) return;
  const webhook = `validator.admission-${type}.extensions.gardener.cloud`;
  const text = formatErrorCauses(errors.map(causeOfFieldError));
  throw new ApiError(403, "Forbidden", `admission webhook ${JSON.stringify(webhook)} denied the request: ${text}`);
}

/** The domain of an account on OpenStack. */
function domainOf(garden: GardenReader, shoot: Shoot): string | undefined {
  const encoded = stringAt(findAccountSecret(garden, shoot), "data", "domainName");
  return encoded === undefined ? undefined : Buffer.from(encoded, "base64").toString();
}
