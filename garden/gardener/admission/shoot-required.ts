import "server-only";
import { fieldErrorCause } from "#garden/api/errors/api-error.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeStatusCause } from "#lib/kube/object.ts";
import { findRequiredFieldErrors } from "#lib/policy/admission/find-new-shoot-errors.ts";
import { causeOfFieldError } from "../rules/field-error-messages.ts";

/** The API server's messages about missing fields; those without one have none. */
const labels: Readonly<Record<string, string | undefined>> = {
  "spec.cloudProfile.name": "must specify a cloud profile",
  "spec.region": "must specify a region",
  "spec.networking.type": "networking type must be provided",
  "spec.secretBindingName": "must be set when credentialsBindingName is not",
};

/** Reports missing required fields of a Shoot, which the validation of spec changes does not check. */
export function validateRequiredFields(shoot: Shoot, before: Shoot | undefined): readonly KubeStatusCause[] {
  return findRequiredFieldErrors(shoot, before).map((error) =>
    error.code === "VALUE_REQUIRED"
      ? fieldErrorCause(error.type, error.path, labels[error.path])
      : causeOfFieldError(error),
  );
}
