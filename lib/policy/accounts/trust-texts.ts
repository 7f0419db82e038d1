import { fieldAt, stringAt } from "#lib/kube/field.ts";

/** What a cloud is told so that it trusts a WorkloadIdentity. */
export interface TrustFacts {
  readonly type: string;
  /** URL of the issuer of the garden's tokens. */
  readonly issuer: string;
  readonly audiences: readonly string[];
  /** Subject of the tokens, `status.sub`. */
  readonly sub: string;
  readonly name: string;
  /** `spec.targetSystem.providerConfig`. */
  readonly providerConfig: unknown;
}

/** One step at the provider: a command, or a document that the step needs. */
export interface TrustText {
  readonly id:
    | "aws-provider"
    | "aws-policy"
    | "azure-document"
    | "azure-command"
    | "gcp-provider"
    | "gcp-project"
    | "gcp-service-account";
  readonly text: string;
}

/**
 * Texts that make a cloud trust exactly one WorkloadIdentity, in the order of their use; empty for other providers.
 *
 * @source docs/usage of the provider extensions for AWS, Azure and GCP: workload identity federation
 */
export function trustTextsOf(facts: TrustFacts): readonly TrustText[] {
  switch (facts.type) {
    case "aws":
      return awsTexts(facts);
    case "azure":
      return azureTexts(facts);
    case "gcp":
      return googleTexts(facts);
    default:
      return [];
  }
}

/** A text as one argument of a shell. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function command(...lines: readonly string[]): string {
  return lines.join(" \\\n  ");
}

function awsTexts({ issuer, audiences, sub, providerConfig }: TrustFacts): readonly TrustText[] {
  const [, partition = "aws", account = ""] =
    /^arn:([a-z0-9-]+):iam::(\d{12}):/.exec(stringAt(providerConfig, "roleARN") ?? "") ?? [];
  const host = issuer.replace(/^https:\/\//, "");
  const policy = {
    Version: "2012-10-17",
    Statement: [
      {
        Effect: "Allow",
        Principal: { Federated: `arn:${partition}:iam::${account}:oidc-provider/${host}` },
        Action: "sts:AssumeRoleWithWebIdentity",
        Condition: { StringEquals: { [`${host}:aud`]: audiences, [`${host}:sub`]: sub } },
      },
    ],
  };
  return [
    {
      id: "aws-provider",
      text: command(
        "aws iam create-open-id-connect-provider",
        `--url ${quoted(issuer)}`,
        `--client-id-list ${audiences.map(quoted).join(" ")}`,
      ),
    },
    { id: "aws-policy", text: JSON.stringify(policy, null, 2) },
  ];
}

function azureTexts({ issuer, audiences, sub, name, providerConfig }: TrustFacts): readonly TrustText[] {
  const credential = { name, issuer, subject: sub, audiences };
  const id = stringAt(providerConfig, "clientID") ?? "";
  return [
    { id: "azure-document", text: JSON.stringify(credential, null, 2) },
    {
      id: "azure-command",
      text: command("az ad app federated-credential create", `--id ${quoted(id)}`, "--parameters credential.json"),
    },
  ];
}

const googleProvider = /projects\/(\d+)\/locations\/global\/workloadIdentityPools\/([\w-]+)\/providers\/([\w-]+)$/;
const impersonated = /serviceAccounts\/(.+):generateAccessToken$/;

function googleTexts({ issuer, audiences, sub, providerConfig }: TrustFacts): readonly TrustText[] {
  const project = stringAt(providerConfig, "projectID") ?? "";
  const credentials = fieldAt(providerConfig, "credentialsConfig");
  const [, number = "", pool = "", provider = ""] = googleProvider.exec(stringAt(credentials, "audience") ?? "") ?? [];
  const [, email] = impersonated.exec(stringAt(credentials, "service_account_impersonation_url") ?? "") ?? [];
  const principal = `principal://iam.googleapis.com/projects/${number}/locations/global/workloadIdentityPools/${pool}/subject/${sub}`;
  return [
    {
      id: "gcp-provider",
      text: command(
        `gcloud iam workload-identity-pools providers create-oidc ${quoted(provider)}`,
        `--project=${quoted(number)} --location=global --workload-identity-pool=${quoted(pool)}`,
        `--issuer-uri=${quoted(issuer)}`,
        `--allowed-audiences=${quoted(audiences.join(","))}`,
        "--attribute-mapping=google.subject=assertion.sub",
        `--attribute-condition=${quoted(`assertion.sub == "${sub}"`)}`,
      ),
    },
    email === undefined
      ? {
          id: "gcp-project",
          text: command(
            `gcloud projects add-iam-policy-binding ${quoted(project)}`,
            `--member=${quoted(principal)}`,
            "--role=roles/compute.admin",
          ),
        }
      : {
          id: "gcp-service-account",
          text: command(
            `gcloud iam service-accounts add-iam-policy-binding ${quoted(email)}`,
            `--project=${quoted(project)}`,
            `--member=${quoted(principal)}`,
            "--role=roles/iam.workloadIdentityUser",
          ),
        },
  ];
}
