import type { ListedAccount, ListedCredentialsUses } from "#lib/contract/project/accounts.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import type { AccountKey, AccountWay } from "#lib/policy/accounts/account-key.ts";
import type { AccountDeletion } from "#lib/policy/accounts/plan-account-deletion.ts";
import type { TrustText } from "#lib/policy/accounts/trust-texts.ts";
import type { IdentityField } from "#lib/policy/accounts/workload-identity.ts";

/** What each key of an account is for, by its name in the Secret. */
const keyDescriptions: Readonly<Record<string, Message>> = {
  accessKeyID: message("Names the access key that Gardener uses."),
  secretAccessKey: message("The secret half of the access key."),
  accessKeySecret: message("The secret half of the access key."),
  region: message("Region of the provider's endpoint. Only some accounts need it."),
  subscriptionID: message("Subscription in which clusters are created. It can never change."),
  tenantID: message("Directory of the subscription. It can never change."),
  clientID: message("Application that acts for Gardener."),
  clientSecret: message("Secret of this application."),
  AZURE_CLOUD: message("Cloud of the subscription; by default the public one."),
  "serviceaccount.json": message("JSON key of the service account that acts for Gardener."),
  storageAPIEndpoint: message("Address of the storage API, where it is a private one."),
  authURL: message("Address at which OpenStack signs in."),
  domainName: message("Domain of the user and of the project."),
  tenantName: message("Project in which clusters are created."),
  username: message("Technical user that acts for Gardener."),
  password: message("Password of this user."),
  applicationCredentialID: message("ID of the application credential."),
  applicationCredentialName: message("Name of the application credential."),
  applicationCredentialSecret: message("Secret of the application credential."),
  insecure: message("Whether the certificates of OpenStack stay unchecked."),
  caCert: message("Certificate of the authority that signed the certificates of OpenStack, as PEM."),
  metalAPIURL: message("Address of the metal API."),
  metalAPIHMac: message("Key that signs requests to the metal API."),
  hcloudToken: message("API token of the Hetzner project, for reading and writing."),
  apiToken: message("API token that reads zones and changes records."),
  Server: message("Address of the DNS server."),
  ApiKey: message("API key of the DNS server."),
  VirtualHost: message("Virtual host of the DNS server."),
  TrustedCaCert: message("Certificate of the authority that signed the server's, as PEM."),
  InsecureSkipVerify: message("Whether the certificate of the server stays unchecked."),
  Zone: message("Zone of the records, with a dot at the end."),
  TSIGKeyName: message("Name of the key that signs updates, with a dot at the end."),
  TSIGSecret: message("The key that signs updates."),
  TSIGSecretAlgorithm: message("How updates are signed; by default hmac-sha256."),
  "project-id": message("Project that has the zones."),
  "gdch-config": message("Address and certificates of the organization's cluster."),
};

/** What a key of an account is for, in one line; undefined for keys of providers that are not known. */
export function describeAccountKey({ name }: Pick<AccountKey, "name">): string | undefined {
  const description = Object.hasOwn(keyDescriptions, name) ? keyDescriptions[name] : undefined;
  return description === undefined ? undefined : text(description);
}

export const accountWayLabels = {
  key: message("Key"),
  application: message("Own application"),
  managed: message("Application of the garden's operator"),
  password: message("User and password"),
  "credential-id": message("Application credential, by ID"),
  "credential-name": message("Application credential, by name"),
} as const satisfies { readonly [Way in AccountWay["id"]]: Message };

export const identityFieldDescriptions = {
  roleARN: message("Role that Gardener takes in your AWS account."),
  tenantID: message("Directory of the subscription."),
  subscriptionID: message("Subscription in which clusters are created."),
  clientID: message("Application that trusts this identity."),
  projectID: message("Project in which clusters are created. It can never change."),
  projectNumber: message("Number of the project that has the pool."),
  pool: message("Workload identity pool in this project."),
  provider: message("Provider in the pool, which trusts the garden."),
  serviceAccount: message("Service account that the identity acts as. Without one it has its own roles."),
} as const satisfies { readonly [Field in IdentityField]: Message };

const trustLabels = {
  "aws-provider": message("Make the issuer known in your AWS account, once for all identities:"),
  "aws-policy": message("Set the trust policy of the role:"),
  "azure-document": message("Save this as credential.json:"),
  "azure-command": message("Add it to the application:"),
  "gcp-provider": message("Create the provider in the pool:"),
  "gcp-project": message("Give the identity its roles; repeat the line for each role that Gardener needs:"),
  "gcp-service-account": message("Let the identity act as the service account:"),
} as const satisfies { readonly [Id in TrustText["id"]]: Message };

/** What to do with a text that makes a cloud trust an identity. */
export function describeTrustText(id: string): string {
  const known = Object.entries(trustLabels).find(([key]) => key === id);
  return known === undefined ? id : text(known[1]);
}

const remainingCredentials = {
  shared: message("Only the binding goes: the credentials belong to another project."),
  "other-binding": message("Only the binding goes: another binding leads to the same credentials."),
  internal: message("Only the binding goes: the credentials belong to the operator of the garden."),
  "no-credentials": message("Only the binding goes: it leads to no credentials."),
} as const satisfies { readonly [Why in Extract<AccountDeletion, { kind: "binding-only" }>["why"]]: Message };

/** What the deletion of an account deletes, or that clusters still use it. */
export function describeAccountDeletion(plan: AccountDeletion, kind: string): string {
  switch (plan.kind) {
    case "in-use":
      return text("{count, plural, one {# cluster still uses} other {# clusters still use}} it.", {
        count: plan.clusters,
      });
    case "binding-only":
      return text(remainingCredentials[plan.why]);
    case "with-credentials":
      return kind === "WorkloadIdentity"
        ? text("The {kind} goes first, then the binding. Remove the trust at the provider, too.", { kind })
        : text("The {kind} goes first, then the binding. At the provider the key stays valid until you revoke it.", {
            kind,
          });
  }
}

/** Whether every cluster has taken the newest key, in a few words; undefined if no visible cluster uses the account. */
export function newestKeyLabel(
  { credentials }: ListedAccount,
  { changedAt, clusterCount, upToDate, mayDisableOld }: ListedCredentialsUses,
): string | undefined {
  if (credentials !== undefined && credentials.kind === "WorkloadIdentity") return text("needs no key");
  if (clusterCount === 0) return undefined;
  if (changedAt === undefined) return text("not known");
  if (mayDisableOld) return text("taken by all");
  return text("taken by {count} of {total}", { count: upToDate, total: clusterCount });
}
