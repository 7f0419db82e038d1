import "server-only";
import { type ApiError, forbiddenError, internalError } from "#garden/api/errors/api-error.ts";
import type { GardenReader } from "#garden/api/registry/garden-reader.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { secrets, shoots } from "#lib/kube/resource.ts";
import {
  findAnnotationAdmissionErrors,
  findChangedExpiration,
  newlyRequestsManagedIssuer,
} from "#lib/policy/admission/admit-annotations.ts";
import type { FieldError } from "#lib/policy/spec-validation/field-error.ts";
import type { GardenerAdmission } from "../rules/shoot-rules.ts";
import { quotasOf } from "./shoot-references.ts";

/**
 * Refuses operation annotations that cannot be executed, even if the spec does not change.
 * @throws ApiError 403, and 500 for values that make the API server fail
 */
export function admitOperationAnnotations(
  before: Shoot | undefined,
  after: Shoot,
  { garden, now }: GardenerAdmission,
): void {
  const sides = { before, after };
  const [fault] = findAnnotationAdmissionErrors({
    ...sides,
    quotas: findChangedExpiration(sides) === undefined ? undefined : quotasOf(garden, after),
    hasIssuer: newlyRequestsManagedIssuer(sides) ? hasIssuer(garden) : undefined,
    now: now.getTime(),
  });
  if (fault) throw refusalOf(after.metadata.name, fault);
}

function hasIssuer(garden: GardenReader): boolean {
  const role = "shoot-service-account-issuer";
  const held = garden.list({ resource: secrets, namespace: "garden" });
  return held.some(({ metadata }) => metadata.labels?.["gardener.cloud/role"] === role);
}

const labels: Readonly<Record<string, string>> = {
  ISSUER_STAYS_MANAGED: "once enabled managed service account issuer cannot be disabled",
  ISSUER_NOT_OFFERED:
    "cannot enable managed service account issuer as it is not supported in this Gardener installation",
  ISSUER_BESIDE_MANAGED:
    "managed service account issuer cannot be enabled when .kubernetes.kubeAPIServer.serviceAccountConfig.issuer is set",
};

/** The error of a refused annotation, with the API server's message, which names no field. */
function refusalOf(name: string, { code, facts }: FieldError): ApiError {
  const fact = (key: string) => String(facts?.[key] ?? "");
  if (code === "EXPIRATION_MALFORMED") {
    return internalError(`parsing time ${JSON.stringify(fact("value"))} as "2006-01-02T15:04:05Z07:00"`);
  }
  const text =
    labels[code] ?? `requested shoot expiration time is too long. Can only be extended by ${fact("days")} day(s)`;
  return forbiddenError(shoots, name, text);
}
