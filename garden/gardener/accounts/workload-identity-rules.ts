import "server-only";
import { fieldErrorCause } from "#garden/api/errors/api-error.ts";
import { fieldAt, stringAt } from "#lib/kube/field.ts";
import type { KubeStatusCause } from "#lib/kube/object.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { guidForm, httpsUrlCauses, projectIdRule, textCauses } from "./text-rules.ts";

type Causes = readonly KubeStatusCause[];

const path = "spec.targetSystem.providerConfig";

function awsCauses(config: unknown): Causes {
  const arn = stringAt(config, "roleARN") ?? "";
  const field = `${path}.roleARN`;
  const form = /^arn:aws[a-z0-9-]*:iam::\d{12}:role(\/[\w+=,.@-]+)*\/[\w+=,.@-]+$/;
  return arn === "" ? [fieldErrorCause("Required", field, "cannot be empty")] : textCauses(field, arn, { form });
}

function azureCauses(config: unknown): Causes {
  return ["clientID", "tenantID", "subscriptionID"].flatMap((name) => {
    const value = stringAt(config, name) ?? "";
    const field = `${path}.${name}`;
    if (value === "") return [fieldErrorCause("Required", field, `${name} is required`)];
    return guidForm.test(value)
      ? []
      : [fieldErrorCause("Invalid", field, `${JSON.stringify(value)}: ${name} should be a valid GUID`)];
  });
}

const gcpRequired = ["audience", "subject_token_type", "token_url", "type", "universe_domain"];
const gcpAllowed = [...gcpRequired, "service_account_impersonation_url"];
const tokenUrl = "https://sts.googleapis.com/v1/token";
const tokenType = "urn:ietf:params:oauth:token-type:jwt";
const impersonation =
  /^https:\/\/iamcredentials\.googleapis\.com\/v1\/projects\/-\/serviceAccounts\/.+:generateAccessToken$/;

/** @source gardener-extension-provider-gcp: pkg/apis/gcp/validation/workloadidentity.go */
function gcpCauses(config: unknown, before: unknown): Causes {
  const [projectId, former] = [stringAt(config, "projectID") ?? "", stringAt(before, "projectID") ?? ""];
  const immutable =
    before !== undefined && projectId !== former
      ? [fieldErrorCause("Invalid", `${path}.projectID`, `${JSON.stringify(projectId)}: field is immutable`)]
      : [];
  const ofProject = projectId === "" ? [] : textCauses(`${path}.projectID`, projectId, projectIdRule);
  const field = `${path}.credentialsConfig`;
  const credentials = fieldAt(config, "credentialsConfig");
  if (!isRecord(credentials)) return [...immutable, ...ofProject, fieldErrorCause("Required", field, "is required")];
  const isStrange = Object.keys(credentials).some((key) => !gcpAllowed.includes(key));
  const mustEqual = (key: string, wanted: string) =>
    credentials[key] === wanted
      ? []
      : [
          fieldErrorCause(
            "Invalid",
            `${field}.${key}`,
            `${JSON.stringify(credentials[key] ?? null)}: should equal ${JSON.stringify(wanted)}`,
          ),
        ];
  const url = stringAt(credentials, "token_url") ?? "";
  const impersonated = credentials.service_account_impersonation_url;
  return [
    ...immutable,
    ...ofProject,
    ...(isStrange
      ? [fieldErrorCause("Forbidden", field, `contains extra fields, allowed fields are: ${gcpAllowed.join(", ")}`)]
      : []),
    ...gcpRequired
      .filter((key) => credentials[key] === undefined)
      .map((key) => fieldErrorCause("Forbidden", field, `missing required field: "${key}"`)),
    ...mustEqual("type", "external_account"),
    ...mustEqual("subject_token_type", tokenType),
    ...httpsUrlCauses(`${field}.token_url`, url),
    ...(url === tokenUrl
      ? []
      : [fieldErrorCause("Forbidden", `${field}.token_url`, `allowed values are ["${tokenUrl}"]`)]),
    ...(impersonated === undefined || (typeof impersonated === "string" && impersonation.test(impersonated))
      ? []
      : [
          fieldErrorCause(
            "Invalid",
            `${field}.service_account_impersonation_url`,
            `${JSON.stringify(impersonated)}: should match one of the allowed regular expressions: ${impersonation.source}`,
          ),
        ]),
  ];
}

const rules: Readonly<Record<string, (config: unknown, before: unknown) => Causes>> = {
  aws: awsCauses,
  azure: azureCauses,
  gcp: gcpCauses,
};

/**
 * What the extension of a provider says about the configuration of a WorkloadIdentity; undefined if it accepts it.
 * @param before the configuration before an update; undefined for a new WorkloadIdentity
 */
export function workloadIdentityCauses(type: string, config: unknown, before: unknown): Causes {
  const rule = Object.hasOwn(rules, type) ? rules[type] : undefined;
  return rule?.(config, before) ?? [];
}
