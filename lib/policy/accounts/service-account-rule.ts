import { parseJsonOrUndefined } from "#lib/kube/parse-json-or-undefined.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { type FieldErrors, fieldError, fieldErrorIf } from "../spec-validation/field-error.ts";

type Check = (value: string) => boolean;

const isHttpsUrl: Check = (value) => value.startsWith("https:");
const isProjectId: Check = (value) => /^[a-z][a-z0-9-]{4,28}[a-z0-9]$/.test(value);
const isPrivateKey: Check = (value) =>
  value.startsWith("-----BEGIN PRIVATE KEY-----") && value.trim().endsWith("-----END PRIVATE KEY-----");

const required: Readonly<Record<string, Check>> = {
  type: (value) => value === "service_account",
  project_id: isProjectId,
  client_email: (value) => value.length <= 250 && /^[\w\-.]+@[a-zA-Z0-9\-.]+\.gserviceaccount\.com$/.test(value),
  private_key_id: (value) => /^[a-f0-9]{40}$/.test(value),
  private_key: isPrivateKey,
  token_uri: isHttpsUrl,
};

const optional: Readonly<Record<string, Check>> = {
  client_id: (value) => /^[0-9]{1,30}$/.test(value),
  auth_uri: isHttpsUrl,
  auth_provider_x509_cert_url: isHttpsUrl,
  client_x509_cert_url: isHttpsUrl,
  universe_domain: () => true,
};

/** Names of the members of a service account's JSON key. */
export const serviceAccountMembers: readonly string[] = [...Object.keys(required), ...Object.keys(optional)];

/**
 * Errors in the JSON key of a service account of Google. They name members, never values.
 *
 * @source gardener-extension-provider-gcp: pkg/apis/gcp/validation/secret.go
 */
export function findServiceAccountErrors(path: string, value: string): FieldErrors {
  const members = parseObject(value);
  if (members === undefined) return [fieldError(path, "ACCOUNT_JSON_MALFORMED")];
  const wrong = Object.entries({ ...required, ...optional }).flatMap(([name, check]) => {
    const member = members[name];
    if (member === undefined) return fieldErrorIf(name in required, path, "ACCOUNT_MEMBER_MISSING", { name });
    return fieldErrorIf(typeof member !== "string" || !check(member), path, "ACCOUNT_MEMBER_INVALID", { name });
  });
  const strange = Object.keys(members).filter((name) => !serviceAccountMembers.includes(name));
  return [...wrong, ...strange.map((name) => fieldError(path, "ACCOUNT_MEMBER_UNEXPECTED", { name }))];
}

/** The project of the service account in a JSON key; undefined if it names none. */
export function projectOfServiceAccount(value: string | undefined): string | undefined {
  const project = parseObject(value ?? "")?.project_id;
  return typeof project === "string" ? project : undefined;
}

/** A text as a JSON object; undefined if it is none. */
export function parseObject(value: string): Readonly<Record<string, unknown>> | undefined {
  const parsed = parseJsonOrUndefined(value);
  return isRecord(parsed) ? parsed : undefined;
}
