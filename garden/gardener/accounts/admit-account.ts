import "server-only";
import { ApiError } from "#garden/api/errors/api-error.ts";
import type { GardenReader } from "#garden/api/registry/garden-reader.ts";
import { fieldAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { WorkloadIdentity } from "../kinds/workload-identity.ts";
import { formatErrorCauses } from "../rules/field-error-messages.ts";
import { hasAdmission } from "../rules/installed-admission.ts";
import { shootProviderLabel } from "./account-marks.ts";
import { accountMessages } from "./account-secret-rules.ts";
import { workloadIdentityCauses } from "./workload-identity-rules.ts";

interface AccountWrite {
  readonly secret: KubeObject;
  readonly before: KubeObject | undefined;
  readonly garden: GardenReader;
}

/**
 * The validating webhooks of the providers' extensions for Secrets with cloud credentials.
 * @throws ApiError 403 @source gardener-extension-provider-…: pkg/admission/validator/secrets.go
 */
export function admitAccountSecret({ secret, before, garden }: AccountWrite): void {
  if (before && semanticallyEqual(fieldAt(secret, "data"), fieldAt(before, "data"))) return;
  const data = decodedData(secret);
  const account = {
    data,
    before: before && decodedData(before),
    secret: `${secret.metadata.namespace ?? ""}/${secret.metadata.name}`,
  };
  for (const type of providersOf(secret)) {
    if (!hasAdmission(garden, type)) continue;
    const messages = accountMessages(type, account);
    if (messages.length > 0) throw deniedBy(`secrets.validator.admission-${type}`, aggregated(messages));
  }
}

/** The same for a WorkloadIdentity. @throws ApiError 403 */
export function admitWorkloadIdentity(
  identity: WorkloadIdentity,
  before: WorkloadIdentity | undefined,
  garden: GardenReader,
): void {
  const { type, providerConfig } = identity.spec.targetSystem;
  if (!hasAdmission(garden, type)) return;
  const webhook = `validator.admission-${type}`;
  if (providerConfig == null) throw deniedBy(webhook, "the new target system is missing configuration");
  const causes = workloadIdentityCauses(type, providerConfig, before?.spec.targetSystem.providerConfig);
  if (causes.length === 0) return;
  throw deniedBy(webhook, `validation of target system's configuration failed: ${formatErrorCauses(causes)}`);
}

/** Types of the providers for which a Secret contains credentials. */
function providersOf({ metadata }: KubeObject): readonly string[] {
  return Object.entries(metadata.labels ?? {}).flatMap(([key, value]) =>
    key.startsWith(shootProviderLabel) && value === "true" ? [key.slice(shootProviderLabel.length)] : [],
  );
}

function decodedData(secret: KubeObject): ReadonlyMap<string, string> {
  const data = fieldAt(secret, "data");
  const entries = isRecord(data) ? Object.entries(data) : [];
  return new Map(entries.map(([key, value]) => [key, Buffer.from(String(value), "base64").toString()]));
}

function deniedBy(webhook: string, text: string): ApiError {
  const name = JSON.stringify(`${webhook}.extensions.gardener.cloud`);
  return new ApiError(403, "Forbidden", `admission webhook ${name} denied the request: ${text}`);
}

function aggregated(messages: readonly string[]): string {
  return messages.length === 1 ? (messages[0] ?? "") : `[${messages.join(", ")}]`;
}
