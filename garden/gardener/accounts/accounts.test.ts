import { describe, expect, it } from "vitest";
import { roleBindingObject, roleObject, type Secret, secretObject } from "#garden/api/core/core-objects.ts";
import { controllersForTest } from "#garden/testing/controllers.fixture.ts";
import {
  cloudProfileWith,
  createSmallGarden,
  projectNamespace as namespace,
  reconciledShoot,
  rejectionStatusOf,
  type SmallGarden,
  smallGardenRegistry,
} from "#garden/testing/small-garden.fixture.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import {
  credentialsBindings,
  type KubeResource,
  quotas,
  secretBindings,
  secrets,
  shoots,
  workloadIdentities,
} from "#lib/kube/resource.ts";
import type { CredentialsBinding, Quota, SecretBinding } from "../kinds/bindings.ts";
import type { WorkloadIdentity } from "../kinds/workload-identity.ts";
import { admissionInstalledAnnotation } from "../rules/installed-admission.ts";

const now = new Date("2026-03-02T12:00:00Z");
const setToWork = controllersForTest();
const keys = { accessKeyID: "A".repeat(20), secretAccessKey: "b".repeat(40) };

/** The extension for AWS, with its admission. */
const extension: KubeObject = {
  apiVersion: "core.gardener.cloud/v1beta1",
  kind: "ControllerRegistration",
  metadata: { name: "provider-aws", uid: "aws", annotations: { [admissionInstalledAnnotation]: "true" } },
  ...{ spec: { resources: [{ kind: "Infrastructure", type: "aws" }] } },
};
const quota: Quota = {
  apiVersion: "core.gardener.cloud/v1beta1",
  kind: "Quota",
  metadata: { name: "trial", namespace, uid: "trial" },
  spec: { scope: { apiVersion: "v1", kind: "Secret" }, clusterLifetimeDays: 14, metrics: {} },
};
const shootSpec = { kubernetes: { version: "1.33.4" }, provider: { type: "aws" } };
const oak = reconciledShoot({ name: "oak", spec: { ...shootSpec, credentialsBindingName: "main" } });

async function plant(objects: readonly KubeObject[] = []): Promise<SmallGarden> {
  const garden = createSmallGarden(now, [cloudProfileWith({}), extension, quota, ...objects]);
  setToWork(garden, { pace: 20, life: false });
  garden.api.create<Secret>({ resource: secrets, namespace }, secretObject({ name: "keys" }, keys));
  await garden.clock.advance(0);
  return garden;
}

const credentials = { apiVersion: "v1", kind: "Secret", namespace, name: "keys" };

async function bind(garden: SmallGarden, name = "main", more: object = {}): Promise<void> {
  const binding: CredentialsBinding = {
    metadata: { name },
    provider: { type: "aws" },
    credentialsRef: credentials,
    quotas: [{ name: "trial", namespace }],
    ...more,
  };
  garden.api.create<CredentialsBinding>({ resource: credentialsBindings, namespace }, binding);
  await garden.clock.advance(0);
}

const read = ({ api }: SmallGarden, resource: KubeResource, name: string) => api.get({ resource, namespace, name });
const marksOf = (garden: SmallGarden, resource: KubeResource, name: string) => {
  const { finalizers = [], labels = {} } = read(garden, resource, name)?.metadata ?? {};
  return [...finalizers, ...Object.keys(labels)];
};
const remove = async (garden: SmallGarden, resource: KubeResource, name: string): Promise<void> => {
  garden.api.delete({ resource, namespace, name });
  await garden.clock.advance(0);
};

describe("a binding", () => {
  it.each([credentialsBindings, secretBindings])("of kind $kind without a name gets a random one", async (resource) => {
    const garden = await plant();
    const references = { credentialsRef: credentials, secretRef: { namespace, name: "keys" } };
    const binding = { metadata: { name: "" }, provider: { type: "aws" }, quotas: [], ...references };
    const { metadata } = garden.api.create<KubeObject>({ resource, namespace }, binding);
    expect(metadata.name).toMatch(/^[0-9a-f]{5}$/);
  });

  it("is protected, and marks the Secret and the Quotas that it refers to", async () => {
    const garden = await plant();
    await bind(garden);
    expect(marksOf(garden, credentialsBindings, "main")).toEqual([
      "gardener",
      "provider.extensions.gardener.cloud/aws",
    ]);
    expect(marksOf(garden, secrets, "keys")).toEqual([
      "gardener.cloud/credentialsbinding",
      "reference.gardener.cloud/credentialsbinding",
      "provider.shoot.gardener.cloud/aws",
    ]);
    expect(marksOf(garden, quotas, "trial")).toEqual(["gardener", "reference.gardener.cloud/credentialsbinding"]);
  });

  it("takes its marks along, and the Secret follows that waited for it", async () => {
    const garden = await plant();
    await bind(garden);
    await remove(garden, secrets, "keys");
    expect(read(garden, secrets, "keys")?.metadata.deletionTimestamp).toBeDefined();
    await remove(garden, credentialsBindings, "main");
    expect(read(garden, credentialsBindings, "main")).toBeUndefined();
    expect(read(garden, secrets, "keys")).toBeUndefined();
    expect(marksOf(garden, quotas, "trial")).toEqual(["gardener"]);
  });

  it("leaves the marks that another binding needs", async () => {
    const garden = await plant();
    await bind(garden);
    await bind(garden, "other");
    await remove(garden, credentialsBindings, "main");
    expect(marksOf(garden, secrets, "keys")).toContain("gardener.cloud/credentialsbinding");
    expect(marksOf(garden, quotas, "trial")).toEqual(["gardener", "reference.gardener.cloud/credentialsbinding"]);
    await remove(garden, credentialsBindings, "other");
    expect(marksOf(garden, secrets, "keys")).toEqual([]);
  });

  it("that waits for a cluster protects its Secret again when another binding has given it up", async () => {
    const garden = await plant([oak]);
    await bind(garden);
    await bind(garden, "other");
    await remove(garden, credentialsBindings, "main");
    await remove(garden, credentialsBindings, "other");
    expect(read(garden, credentialsBindings, "other")).toBeUndefined();
    expect(read(garden, secrets, "keys")?.metadata.finalizers).toEqual(["gardener.cloud/credentialsbinding"]);
  });

  it("holds its Quota, even while it is being deleted itself", async () => {
    const garden = await plant([oak]);
    await bind(garden);
    await bind(garden, "other");
    await remove(garden, credentialsBindings, "main");
    await remove(garden, credentialsBindings, "other");
    expect(marksOf(garden, quotas, "trial")).toContain("reference.gardener.cloud/credentialsbinding");
    await remove(garden, quotas, "trial");
    expect(read(garden, quotas, "trial")?.metadata.deletionTimestamp).toBeDefined();
    const stored = read(garden, shoots, "oak");
    if (stored) garden.store.remove("shoots.core.gardener.cloud", stored);
    await garden.clock.advance(0);
    expect(read(garden, credentialsBindings, "main")).toBeUndefined();
    expect(read(garden, quotas, "trial")).toBeUndefined();
  });

  it("stays as long as a cluster uses it, and says so", async () => {
    const garden = await plant([oak]);
    await bind(garden);
    await remove(garden, credentialsBindings, "main");
    expect(read(garden, credentialsBindings, "main")?.metadata.deletionTimestamp).toBeDefined();
    const events = garden.api.list<KubeObject & { message: string }>({
      resource: { group: "", version: "v1", plural: "events", kind: "Event", namespaced: true },
      namespace,
    });
    expect(events.map(({ message }) => message)).toContain(
      "Cannot delete CredentialsBinding, because the following Shoots are still referencing it: [garden-orchard/oak]",
    );
    const stored = read(garden, shoots, "oak");
    if (stored) garden.store.remove("shoots.core.gardener.cloud", stored);
    await garden.clock.advance(0);
    expect(read(garden, credentialsBindings, "main")).toBeUndefined();
  });

  it("of the older kind has marks of its own", async () => {
    const garden = await plant();
    const binding: SecretBinding = {
      metadata: { name: "old" },
      provider: { type: "aws" },
      secretRef: { name: "keys", namespace },
      quotas: [],
    };
    garden.api.create<SecretBinding>({ resource: secretBindings, namespace }, binding);
    await garden.clock.advance(0);
    expect(marksOf(garden, secrets, "keys")).toEqual([
      "gardener.cloud/secretbinding",
      "reference.gardener.cloud/secretbinding",
      "provider.shoot.gardener.cloud/aws",
    ]);
  });

  const refusalOf = async (garden: SmallGarden, more: object) =>
    bind(garden, "main", more).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : ""),
    );

  it.each<[string, object, string]>([
    [
      "refers to credentials that its extension takes",
      { credentialsRef: { ...credentials, name: "bad" } },
      'aws provider secret sanity check failed: admission webhook "secrets.validator.admission-aws.extensions.gardener.cloud" denied the request: secret.data[secretAccessKey]: Required value',
    ],
    [
      "refers to a Secret that exists",
      { credentialsRef: { ...credentials, name: "none" } },
      'secrets "none" not found',
    ],
    [
      "refers to a Quota that exists",
      { quotas: [{ name: "none", namespace }] },
      'quota.core.gardener.cloud "none" not found',
    ],
    [
      "has one Quota per scope",
      {
        quotas: [
          { name: "trial", namespace },
          { name: "trial", namespace },
        ],
      },
      "only one quota per scope (project or credentials) can be assigned",
    ],
    [
      "refers to InternalSecrets, which the garden does not keep",
      { credentialsRef: { ...credentials, apiVersion: "core.gardener.cloud/v1beta1", kind: "InternalSecret" } },
      'internalsecrets.core.gardener.cloud "keys" not found',
    ],
    [
      "names its credentials",
      { credentialsRef: { apiVersion: "v1", kind: "Secret", name: "", namespace: "a_b" } },
      "credentialsRef.namespace: Invalid value",
    ],
    ["names its Quotas", { quotas: [{ name: "" }] }, "quotas[0].name: Required value: must provide a name"],
    ["is for one provider", { provider: { type: "aws,gcp" } }, "multiple providers specified"],
    [
      "is for the provider of the clusters that already name it",
      { provider: { type: "gcp" } },
      'CredentialsBinding is referenced by shoot "oak", but provider types ([gcp]) do not match with the shoot provider type "aws"',
    ],
  ])("%s", async (_rule, more, expected) => {
    const garden = await plant([
      oak,
      secretObject({ name: "bad", namespace, uid: "bad" }, { accessKeyID: keys.accessKeyID }),
    ]);
    expect(await refusalOf(garden, more)).toContain(expected);
  });

  it("of the older kind is for several providers, and has a label for each", async () => {
    const garden = await plant();
    const binding = { metadata: { name: "two" }, provider: { type: "gcp,aws" }, secretRef: { name: "keys" } };
    garden.api.create<KubeObject>({ resource: secretBindings, namespace }, binding);
    await garden.clock.advance(0);
    const { metadata, ...fields } = { ...read(garden, secretBindings, "two") };
    expect(fields).toMatchObject({ secretRef: { name: "keys", namespace } });
    const types = Object.keys(metadata?.labels ?? {});
    expect(types).toEqual(["provider.extensions.gardener.cloud/gcp", "provider.extensions.gardener.cloud/aws"]);
    expect(marksOf(garden, secrets, "keys")).toContain("provider.shoot.gardener.cloud/gcp");
  });

  it("is changed only by those who can read what it refers to, even if nothing changes", async () => {
    const garden = await plant([oak]);
    await bind(garden);
    const definition = smallGardenRegistry.find("security.gardener.cloud", "v1alpha1", "credentialsbindings");
    const binding = read(garden, credentialsBindings, "main");
    if (!definition || !binding) throw new Error("the garden has a binding");
    const context = { user: { name: "bob", groups: [] }, now, warn: () => undefined };
    const write = (wanted: KubeObject) => () =>
      garden.writer.update({ definition, namespace, name: "main" }, wanted, { context, dryRun: true });
    const refusal = "cannot reference a Secret you are not allowed to read";
    expect(rejectionStatusOf(write(binding))?.message).toContain(refusal);
    // That a cluster uses it is told later.
    const released = { ...binding, metadata: { ...binding.metadata, finalizers: [] } };
    expect(rejectionStatusOf(write(released))?.message).toContain(refusal);
  });

  it("can be made only by those who can read what it refers to", async () => {
    const rules = [{ verbs: ["create"], apiGroups: ["security.gardener.cloud"], resources: ["credentialsbindings"] }];
    const role = roleObject({ name: "binder", uid: "r" }, rules);
    const garden = await plant([
      role,
      roleBindingObject({ name: "binder", uid: "b" }, "binder", [{ kind: "User", name: "bob" }]),
    ]);
    const definition = smallGardenRegistry.find("security.gardener.cloud", "v1alpha1", "credentialsbindings");
    if (!definition) throw new Error("the garden has bindings");
    const context = { user: { name: "bob", groups: [] }, now, warn: () => undefined };
    const binding: CredentialsBinding = {
      metadata: { name: "main" },
      provider: { type: "aws" },
      credentialsRef: credentials,
      quotas: [],
    };
    const status = rejectionStatusOf(() =>
      garden.writer.create({ definition, namespace }, binding, { context, dryRun: true }),
    );
    expect(status?.message).toContain("cannot reference a Secret you are not allowed to read");
  });
});

describe("a Secret with cloud credentials", () => {
  const change = ({ api }: SmallGarden, patch: object) =>
    rejectionStatusOf(() => api.patch({ resource: secrets, namespace, name: "keys" }, patch));
  const encoded = (text: string) => Buffer.from(text).toString("base64");

  it("is checked by the extension when its data changes", async () => {
    const garden = await plant();
    await bind(garden);
    expect(change(garden, { data: { secretAccessKey: encoded("c".repeat(40)) } })).toBeUndefined();
    expect(change(garden, { data: { secretAccessKey: encoded("short") } })).toMatchObject({
      code: 403,
      message:
        'admission webhook "secrets.validator.admission-aws.extensions.gardener.cloud" denied the request: secret.data[secretAccessKey]: Invalid value: "(hidden)": must not be fewer than 40 characters, got 5',
    });
    expect(change(garden, { metadata: { annotations: { note: "x" } } })).toBeUndefined();
  });

  it("is anybody's business as long as no binding refers to it", async () => {
    expect(change(await plant(), { data: { secretAccessKey: encoded("short") } })).toBeUndefined();
  });

  it("keeps the labels of just the providers whose bindings refer to it", async () => {
    const garden = await plant();
    await bind(garden);
    const labels = { "provider.shoot.gardener.cloud/aws": null, "provider.shoot.gardener.cloud/gcp": "true" };
    expect(change(garden, { metadata: { labels } })).toBeUndefined();
    expect(read(garden, secrets, "keys")?.metadata.labels).toEqual({
      "reference.gardener.cloud/credentialsbinding": "true",
      "provider.shoot.gardener.cloud/aws": "true",
    });
  });
});

describe("a WorkloadIdentity", () => {
  const target = { resource: workloadIdentities, namespace };
  const spec = (providerConfig: unknown, more: object = {}) => ({
    audiences: ["sts"],
    targetSystem: { type: "aws", providerConfig },
    ...more,
  });
  const roleARN = "arn:aws:iam::123456789012:role/gardener";
  const create = ({ api }: SmallGarden, wanted: WorkloadIdentity["spec"]) =>
    api.create<WorkloadIdentity>(target, { metadata: { name: "identity" }, spec: wanted });

  it("has the subject that a cloud has to trust, and is marked like a Secret but for the provider", async () => {
    const garden = await plant();
    const { metadata, status } = create(garden, spec({ roleARN }));
    expect(status?.sub).toBe(`gardener.cloud:workloadidentity:${namespace}:identity:${metadata.uid}`);
    const reference = {
      apiVersion: "security.gardener.cloud/v1alpha1",
      kind: "WorkloadIdentity",
      namespace,
      name: "identity",
    };
    await bind(garden, "main", { credentialsRef: reference });
    expect(marksOf(garden, workloadIdentities, "identity")).toEqual([
      "gardener.cloud/credentialsbinding",
      "reference.gardener.cloud/credentialsbinding",
      "provider.extensions.gardener.cloud/aws",
    ]);
  });

  it.each<[string, WorkloadIdentity["spec"], string]>([
    [
      "has an audience",
      { ...spec({ roleARN }), audiences: [] },
      "spec.audiences: Required value: must provide at least one audience",
    ],
    [
      "has each audience once",
      { ...spec({ roleARN }), audiences: ["a", "a"] },
      'spec.audiences[1]: Duplicate value: "a"',
    ],
    ["has a configuration", spec(undefined), "the new target system is missing configuration"],
    [
      "has a configuration that its extension takes",
      spec({ roleARN: "x" }),
      'admission webhook "validator.admission-aws.extensions.gardener.cloud" denied the request: validation of target system\'s configuration failed: spec.targetSystem.providerConfig.roleARN: Invalid value: "x"',
    ],
  ])("%s", async (_rule, wanted, expected) => {
    const garden = await plant();
    expect(rejectionStatusOf(() => create(garden, wanted))?.message).toContain(expected);
  });

  it("stays with its provider", async () => {
    const garden = await plant();
    create(garden, spec({ roleARN }));
    const patch = { spec: { targetSystem: { type: "gcp" } } };
    expect(rejectionStatusOf(() => garden.api.patch({ ...target, name: "identity" }, patch))?.message).toContain(
      'spec.targetSystem.type: Invalid value: "gcp": field is immutable',
    );
  });
});
