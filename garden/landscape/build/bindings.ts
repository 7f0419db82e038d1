import { secretObject } from "#garden/api/core/core-objects.ts";
import {
  bindingFinalizer,
  bindingReferenceLabel,
  shootProviderLabel,
} from "#garden/gardener/accounts/account-marks.ts";
import { cloudAnswerAnnotation } from "#garden/gardener/controllers/client/cloud-answers.ts";
import type { CredentialsBinding, Quota, SecretBinding } from "#garden/gardener/kinds/bindings.ts";
import type { KubeObject, ObjectMeta } from "#lib/kube/object.ts";
import { credentialsBindings, type KubeResource, secretBindings } from "#lib/kube/resource.ts";
import { createRandom } from "#lib/random.ts";
import type { ProjectPlan } from "../garden/projects.ts";
import type { DemoTime } from "../plan/demo-time.ts";
import { type OfferedProvider, offeredProviders, type ShootPlan } from "../plan/shoot-plan.ts";
import { bindingNameOf, oldBindingNameOf } from "./build-spec.ts";

/** Credentials of a demo project: Secrets and the bindings that its Shoots refer to. */
export function credentialObjectsOf(
  project: ProjectPlan,
  plans: readonly ShootPlan[],
  time: DemoTime,
): readonly KubeObject[] {
  const used = plans.filter((plan) => plan.pools.length > 0);
  const ofShoots = new Set<OfferedProvider>(used.map((plan) => plan.provider));
  const providers = project.hasEveryAccount ? new Set([...ofShoots, ...offeredProviders]) : ofShoots;
  const objects: KubeObject[] = [];
  for (const provider of providers) {
    const name = bindingNameOf(provider);
    const { namespace } = project;
    const metadata = { name, namespace, creationTimestamp: time.daysAgo(project.ageDays) };
    const hasSecretBinding = used.some((plan) => plan.provider === provider && plan.binding === "secret");
    const kinds = hasSecretBinding ? [credentialsBindings, secretBindings] : [credentialsBindings];
    const account = secretObject(withMarks(metadata, provider, kinds), accounts[provider](project.name));
    objects.push({ ...account, metadata: { ...account.metadata, ...recordOf(project, account.data, time) } });
    objects.push(credentialsBinding(metadata, provider));
    if (hasSecretBinding) objects.push(secretBinding(metadata, provider));
    if (used.some((plan) => plan.provider === provider && plan.binding === "old-secret")) {
      objects.push(...oldAccount(project, provider, time));
    }
  }
  if (project.trialDays !== undefined) {
    objects.push(...trialAccount(project, project.trialDays, time), ...brokenAccounts(project, time));
  }
  return objects;
}

/** An account from the time before CredentialsBindings. */
function oldAccount(project: ProjectPlan, provider: OfferedProvider, time: DemoTime): readonly KubeObject[] {
  const { namespace, ageDays } = project;
  const metadata = { name: oldBindingNameOf(provider), namespace, creationTimestamp: time.daysAgo(ageDays) };
  const account = secretObject(withMarks(metadata, provider, [secretBindings]), accounts[provider](project.name));
  const recorded = { ...account.metadata, ...recordOf(project, account.data, time) };
  return [{ ...account, metadata: recorded }, secretBinding(metadata, provider)];
}

/** A binding with a Quota that limits the lifetime of clusters. */
function trialAccount(
  { namespace, ageDays }: ProjectPlan,
  clusterLifetimeDays: number,
  time: DemoTime,
): readonly KubeObject[] {
  const creationTimestamp = time.daysAgo(ageDays);
  const quota: Quota = {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "Quota",
    metadata: {
      name: "trial-lifetime",
      namespace,
      creationTimestamp,
      finalizers: ["gardener"],
      labels: { [bindingReferenceLabel(credentialsBindings)]: "true" },
    },
    spec: { scope: { apiVersion: "v1", kind: "Secret" }, clusterLifetimeDays, metrics: {} },
  };
  const account = credentialsBinding({ name: "trial", namespace, creationTimestamp }, "aws");
  const binding: CredentialsBinding = {
    ...account,
    credentialsRef: { ...account.credentialsRef, name: bindingNameOf("aws") },
    quotas: ["trial-lifetime", "trial"].map((quota) => ({ name: quota, namespace })),
  };
  return [quota, binding];
}

/** Accounts that the cloud refuses in some way, by name. */
const cloudAnswers = {
  "expired-keys": "ERR_INFRA_UNAUTHENTICATED",
  "read-only": "ERR_INFRA_UNAUTHORIZED",
  "small-quota": "ERR_INFRA_QUOTA_EXCEEDED",
} as const;

/** Accounts on AWS with which the creation of a cluster fails. */
function brokenAccounts({ name: project, namespace, ageDays }: ProjectPlan, time: DemoTime): readonly KubeObject[] {
  return Object.entries(cloudAnswers).flatMap(([name, code]) => {
    const metadata = { name, namespace, creationTimestamp: time.daysAgo(ageDays * 0.6) };
    const marked = withMarks(metadata, "aws", [credentialsBindings]);
    const account = secretObject({ ...marked, annotations: { [cloudAnswerAnnotation]: code } }, accounts.aws(project));
    return [account, credentialsBinding(metadata, "aws")];
  });
}

/** managedFields of a demo Secret, to date its replacement: recent in project payments, unknown in analytics. */
function recordOf(
  { name, ageDays }: ProjectPlan,
  data: Readonly<Record<string, string>>,
  time: DemoTime,
): Pick<KubeObject["metadata"], "managedFields"> {
  if (name === "analytics") return {};
  const fields = Object.fromEntries(Object.keys(data).map((key) => [`f:${key}`, {}]));
  const entry = {
    manager: "kubectl-patch",
    operation: "Update",
    apiVersion: "v1",
    time: name === "payments" ? time.hoursAgo(10) : time.daysAgo(ageDays * 0.4),
    fieldsType: "FieldsV1",
    fieldsV1: { "f:data": { ".": {}, ...fields }, "f:type": {} },
  };
  return { managedFields: [entry] };
}

/** Metadata of a Secret with the labels and finalizers that the binding controller sets. */
function withMarks(metadata: ObjectMeta, provider: OfferedProvider, bindings: readonly KubeResource[]): ObjectMeta {
  const labels = [`${shootProviderLabel}${provider}`, ...bindings.map(bindingReferenceLabel)];
  return {
    ...metadata,
    labels: Object.fromEntries(labels.map((label) => [label, "true"])),
    finalizers: bindings.map(bindingFinalizer),
  };
}

/** Metadata of a binding with the label and finalizer that the garden sets. */
function bindingMetadata(metadata: ObjectMeta, provider: OfferedProvider): ObjectMeta {
  return {
    ...metadata,
    labels: { [`provider.extensions.gardener.cloud/${provider}`]: "true" },
    finalizers: ["gardener"],
  };
}

function credentialsBinding(metadata: ObjectMeta, provider: OfferedProvider): CredentialsBinding {
  const { name, namespace = "" } = metadata;
  return {
    apiVersion: "security.gardener.cloud/v1alpha1",
    kind: "CredentialsBinding",
    metadata: bindingMetadata(metadata, provider),
    provider: { type: provider },
    credentialsRef: { apiVersion: "v1", kind: "Secret", name, namespace },
    quotas: [],
  };
}

function secretBinding(metadata: ObjectMeta, provider: OfferedProvider): SecretBinding {
  const { name, namespace = "" } = metadata;
  return {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "SecretBinding",
    metadata: bindingMetadata(metadata, provider),
    provider: { type: provider },
    secretRef: { name, namespace },
    quotas: [],
  };
}

/** Data of the credentials Secret by provider: placeholders that the extensions accept. */
const accounts: Readonly<Record<OfferedProvider, (project: string) => Readonly<Record<string, string>>>> = {
  aws: (project) => ({
    accessKeyID: `DEMO${project.toUpperCase().replaceAll("-", "")}`.padEnd(20, "0").slice(0, 20),
    secretAccessKey: "not/a/real/key".padEnd(40, "="),
  }),
  gcp: (project) => ({
    "serviceaccount.json": JSON.stringify({
      type: "service_account",
      project_id: `harborline-${project}`,
      private_key_id: "0".repeat(40),
      private_key: "-----BEGIN PRIVATE KEY-----\nbm90LWEtcmVhbC1rZXk=\n-----END PRIVATE KEY-----\n",
      client_email: `gardener@harborline-${project}.iam.gserviceaccount.com`,
      token_uri: "https://oauth2.googleapis.com/token",
    }),
  }),
  azure: (project) => ({
    subscriptionID: demoGuid(`subscription/${project}`),
    tenantID: demoGuid("tenant"),
    clientID: demoGuid(`client/${project}`),
    clientSecret: "not-a-real-secret",
  }),
  openstack: (project) => ({
    domainName: "harborline",
    tenantName: project,
    username: `svc-${project}`,
    password: "not-a-real-password",
  }),
  alicloud: (project) => ({
    accessKeyID: `demo.${project}`.padEnd(16, "="),
    accessKeySecret: "not-a-real-secret".padEnd(30, "-"),
  }),
  local: () => ({}),
  metal: () => ({ metalAPIURL: "https://api.metal.harborline.example", metalAPIHMac: "not-a-real-key" }),
  hcloud: () => ({ hcloudToken: "not-a-real-token" }),
};

/** A GUID that is the same for the same text. */
function demoGuid(text: string): string {
  return createRandom(0, `guid/${text}`).uuid();
}
