import { describe, expect, test } from "vitest";
import { cloudAnswerAnnotation } from "#garden/gardener/controllers/client/cloud-answers.ts";
import { offeredProviders } from "#garden/landscape/plan/shoot-plan.ts";
import { createShootApiClient } from "#garden/testing/create-shoot-api-client.fixture.ts";
import { smallestShoot, workerlessShoot } from "#garden/testing/smallest-shoots.fixture.ts";
import { startRawGardenForTests } from "#garden/testing/start-raw-garden-for-tests.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { events, secrets, shoots } from "#lib/kube/resource.ts";

const now = new Date("2026-08-10T09:30:00Z");
const namespace = "garden-shop";
const collection = `/apis/core.gardener.cloud/v1beta1/namespaces/${namespace}/shoots`;

const server = startRawGardenForTests({ now, speed: 0, pace: 20 });

const create = (body: object, query = "") =>
  server.client.send({ method: "POST", path: `${collection}${query}`, body });

function shootOf(name: string): Shoot {
  const found = server.garden.api.get<Shoot>({ resource: shoots, namespace, name });
  if (found === undefined) throw new Error(`there is no Shoot ${name}`);
  return found;
}

/** Lets the garden's clock run for a minute of the demo, in which flows take twenty times less than in reality. */
const letRun = (seconds = 60) => server.garden.clock.advance(seconds * 1000);

function eventsOf(name: string): readonly string[] {
  return server.garden.api
    .list({ resource: events, namespace })
    .filter((event) => stringAt(event, "involvedObject", "name") === name)
    .map((event) => `${stringAt(event, "reason")}: ${stringAt(event, "message")}`);
}

/** The official client opens a connection for each request. */
const timeout = 30_000;

describe.each(offeredProviders)("on %s", { timeout }, (type) => {
  const name = `new-${type}`;

  test("the smallest Shoot is taken, gets a Seed, and becomes healthy with nodes", async () => {
    const dry = await create(smallestShoot(type, name), "?dryRun=All");
    expect([dry.status, stringAt(dry.json, "spec", "provider", "type")]).toEqual([201, type]);
    expect((await create(smallestShoot(type, name))).status).toBe(201);
    await letRun(0.2);
    const { spec } = shootOf(name);
    expect(spec.seedName, shootOf(name).status?.lastOperation?.description).toBeTruthy();
    expect(eventsOf(name)).toContain(`SchedulingSuccessful: Scheduled to seed "${spec.seedName}"`);
    await letRun(15);
    const { lastOperation } = shootOf(name).status ?? {};
    expect(lastOperation).toMatchObject({ type: "Create", state: "Processing" });
    expect(lastOperation?.progress).toBeGreaterThan(0);
    expect(lastOperation?.description).toMatch(/^(Waiting until|Deploying|Initializing|Ensuring)/);
    await letRun(120);
    const { status } = shootOf(name);
    expect(status?.lastOperation).toMatchObject({ type: "Create", state: "Succeeded", progress: 100 });
    expect(new Set(status?.conditions?.map((condition) => condition?.status))).toEqual(new Set(["True"]));
    const nodes = await (await createShootApiClient(server.garden, `${namespace}/${name}`)).nodes();
    expect(nodes.map(({ ready, kubelet }) => [ready, kubelet])).toEqual([[true, `v${spec.kubernetes.version}`]]);
  });

  test("the server adds what the Shoot does not say", async () => {
    const { json } = await create(smallestShoot(type, `${name}-x`), "?dryRun=All");
    expect(json).toMatchObject({
      spec: {
        purpose: "evaluation",
        kubernetes: {
          verticalPodAutoscaler: { enabled: true },
          kubelet: { failSwapOn: true, serializeImagePulls: true },
          kubeProxy: { enabled: true, mode: "IPTables" },
        },
        networking: { ipFamilies: ["IPv4"] },
        maintenance: {
          autoUpdate: { kubernetesVersion: true, machineImageVersion: true },
          autoRotation: { credentials: { etcdEncryptionKey: { rotationPeriod: "672h0m0s" } } },
          timeWindow: {
            begin: expect.stringMatching(/^\d\d0000\+0000$/),
            end: expect.stringMatching(/^\d\d0000\+0000$/),
          },
        },
        provider: {
          workersSettings: { sshAccess: { enabled: true } },
          workers: [
            { cri: { name: "containerd" }, maxSurge: 1, maxUnavailable: 0, machine: { architecture: "amd64" } },
          ],
        },
      },
    });
    expect(stringAt(json, "spec", "kubernetes", "version")).toMatch(/^1\.35\.\d+$/);
  });
});

test.each([
  ["operator", 201],
  ["owner-commerce", 403],
])("a Shoot that names its Seed is taken only from who may update shoots/binding: %s", async (as, status) => {
  const { spec, ...rest } = smallestShoot("aws", `seed-of-${as.slice(0, 2)}`);
  const body = { ...rest, spec: { ...spec, seedName: "aws-eu1" } };
  const answer = await server.client.send({ method: "POST", path: `${collection}?dryRun=All`, body, as });
  expect(answer.status).toBe(status);
  if (status !== 201) {
    expect(stringAt(answer.json, "message")).toMatch(/user "\S+" is not allowed to set \.spec\.seedName for "shoots"$/);
  }
});

test("a Shoot without workers is taken and becomes healthy; it takes none of the fields that need workers", async () => {
  expect((await create(workerlessShoot("without-workers"))).status).toBe(201);
  await letRun(120);
  const { spec, status } = shootOf("without-workers");
  expect(status?.lastOperation).toMatchObject({ type: "Create", state: "Succeeded", progress: 100 });
  expect(spec.networking).toMatchObject({ services: "100.64.0.0/13" });
  expect(spec.networking).not.toHaveProperty("pods");
  const { spec: asked, ...rest } = workerlessShoot("with-too-much");
  const refused = await create({
    ...rest,
    spec: {
      ...asked,
      credentialsBindingName: "aws-account",
      networking: { type: "calico", pods: "100.96.0.0/11", nodes: "10.250.0.0/16" },
      provider: { type: "aws", infrastructureConfig: {}, controlPlaneConfig: {} },
      addons: { nginxIngress: { enabled: true } },
      kubernetes: { version: "1.34", kubeProxy: { enabled: true }, kubelet: { maxPods: 10 }, clusterAutoscaler: {} },
      maintenance: { autoUpdate: { kubernetesVersion: true, machineImageVersion: true } },
    },
  });
  expect(refused.status).toBe(422);
  const fields = listAt(refused.json, "details", "causes").map((cause) => stringAt(cause, "field"));
  expect(fields).toEqual(
    expect.arrayContaining([
      "spec.credentialsBindingName",
      "spec.networking.type",
      "spec.networking.pods",
      "spec.networking.nodes",
      "spec.provider.infrastructureConfig",
      "spec.provider.controlPlaneConfig",
      "spec.addons",
      "spec.kubernetes.kubeProxy",
      "spec.kubernetes.kubelet",
      "spec.kubernetes.clusterAutoScaler",
      "spec.maintenance.autoUpdate.machineImageVersion",
    ]),
  );
});

describe("a Shoot is refused in the words of whoever refuses it, in a dry run as well", () => {
  const aws = smallestShoot("aws", "refused");
  const withSpec = (more: object) => ({ ...aws, spec: { ...aws.spec, ...more } });
  const withProvider = (more: object) => withSpec({ provider: { ...aws.spec.provider, ...more } });
  const [worker] = aws.spec.provider.workers;
  const webhook = (type: string, text: string) =>
    `admission webhook "validator.admission-${type}.extensions.gardener.cloud" denied the request: ${text}`;
  const gcp = smallestShoot("gcp", "refused");
  const forbidden = 'shoots.core.gardener.cloud "refused" is forbidden: ';

  const cases: readonly (readonly [what: string, body: object, status: number, message: string])[] = [
    [
      "a zone without networks",
      withProvider({ workers: [{ ...worker, zones: ["eu-central-1a", "eu-central-1b"] }] }),
      403,
      webhook(
        "aws",
        'spec.provider.workers[0].zones[1]: Invalid value: "eu-central-1b": supported values [eu-central-1a]',
      ),
    ],
    [
      "a network beside that of the nodes",
      withSpec({ networking: { type: "calico", nodes: "10.10.0.0/16" } }),
      403,
      webhook(
        "aws",
        '[networks.zones[0].workers: Invalid value: "10.250.0.0/19": must be a subset of "networking.nodes" ("10.10.0.0/16"), networking.nodes: Invalid value: "10.10.0.0/16": must be a subset of "networks.vpc.cidr" ("10.250.0.0/16")]',
      ),
    ],
    [
      "no infrastructureConfig",
      withProvider({ infrastructureConfig: undefined }),
      403,
      webhook(
        "aws",
        "spec.provider.infrastructureConfig: Required value: InfrastructureConfig must be set for AWS shoots",
      ),
    ],
    [
      "a zone of the control plane without nodes",
      {
        ...gcp,
        spec: {
          ...gcp.spec,
          provider: {
            ...gcp.spec.provider,
            controlPlaneConfig: { ...gcp.spec.provider.controlPlaneConfig, zone: "europe-west3-b" },
          },
        },
      },
      403,
      webhook(
        "gcp",
        'spec.provider.controlPlaneConfig.zone: Invalid value: "europe-west3-b": must be part of at least one worker zone',
      ),
    ],
    [
      "a type of network that nobody serves",
      withSpec({ networking: { type: "flannel", nodes: "10.250.0.0/16" } }),
      403,
      `${forbidden}1 error occurred:\n\t* given Shoot uses non-registered networking type: spec.networking.type ("flannel")\n\n`,
    ],
    [
      "an extension that nobody serves",
      withSpec({ extensions: [{ type: "nobody" }] }),
      403,
      `${forbidden}1 error occurred:\n\t* given Shoot uses non-registered extension type: spec.extensions[0].type ("nobody")\n\n`,
    ],
    [
      "a machine type that is not offered",
      withProvider({ workers: [{ ...worker, machine: { type: "m5.huge" } }] }),
      403,
      "spec.provider.workers[0].machine.type",
    ],
    [
      "an account that is not there",
      withSpec({ credentialsBindingName: "nobody" }),
      403,
      `${forbidden}credentialsbinding.security.gardener.cloud "nobody" not found`,
    ],
    [
      "a name that is too long beside that of its project",
      { ...aws, metadata: { name: "a-very-long-name-indeed" } },
      422,
      "the length of the shoot name and the project name must not exceed 21 characters",
    ],
    [
      "a made-up name that is too long",
      { ...aws, metadata: { generateName: "a-longer-name-" } },
      422,
      "must not exceed 16 characters",
    ],
    [
      "a pool without a maximum for its minimum",
      withProvider({ workers: [{ ...worker, minimum: 3 }] }),
      422,
      "maximum",
    ],
  ];

  test.each(cases)("for %s", async (_, body, status, message) => {
    for (const query of ["", "?dryRun=All"]) {
      const answer = await create(body, query);
      expect([answer.status, stringAt(answer.json, "message")]).toEqual([status, expect.stringContaining(message)]);
    }
  });

  test("a dry run leaves nothing behind", async () => {
    expect((await create(smallestShoot("aws", "tried"), "?dryRun=All")).status).toBe(201);
    expect(server.garden.api.get({ resource: shoots, namespace, name: "tried" })).toBeUndefined();
  });
});

test("a Shoot is refused that exceeds a Quota of its account together with the others", async () => {
  const metadata = { name: "narrow", namespace };
  const send = (path: string, body: object) => server.client.send({ method: "POST", path, body });
  const quota = await send(`/apis/core.gardener.cloud/v1beta1/namespaces/${namespace}/quotas`, {
    metadata,
    spec: { scope: { apiVersion: "core.gardener.cloud/v1beta1", kind: "Project" }, metrics: { cpu: "6" } },
  });
  const bindings = `/apis/security.gardener.cloud/v1alpha1/namespaces/${namespace}/credentialsbindings`;
  const binding = await send(bindings, {
    metadata,
    provider: { type: "aws" },
    credentialsRef: { apiVersion: "v1", kind: "Secret", name: "aws-account", namespace },
    quotas: [metadata],
  });
  expect([quota.status, binding.status]).toEqual([201, 201]);
  const within = (name: string) => {
    const body = smallestShoot("aws", name);
    return create({ ...body, spec: { ...body.spec, credentialsBindingName: "narrow" } });
  };
  expect((await within("first-four")).status).toBe(201);
  const refused = await within("four-more");
  expect([refused.status, stringAt(refused.json, "message")]).toEqual([
    403,
    expect.stringContaining("quota limits exceeded. Unable to allocate further cpu"),
  ]);
});

test("a Shoot whose region has no Seed stays pending, and an event says why", async () => {
  const lost = { ...smallestShoot("azure", "lost"), metadata: { name: "lost" } };
  const asked = { ...lost, spec: { ...lost.spec, seedSelector: { matchLabels: { planet: "mars" } } } };
  expect((await create(asked)).status).toBe(201);
  await letRun(5);
  const text = "Failed to schedule Shoot: none out of the";
  expect(shootOf("lost").status?.lastOperation).toMatchObject({
    type: "Create",
    state: "Pending",
    description: expect.stringContaining(text),
  });
  const [first] = eventsOf("lost");
  expect(first).toContain(`SchedulingFailed: ${text}`);
});

describe("the simulated cloud", () => {
  const inSandbox = async (name: string, more: object, worker: object = {}) => {
    const wanted = smallestShoot("aws", name);
    const workers = wanted.spec.provider.workers.map((pool) => ({ ...pool, ...worker }));
    const body = { ...wanted, spec: { ...wanted.spec, ...more, provider: { ...wanted.spec.provider, workers } } };
    const path = collection.replace(namespace, "garden-sandbox");
    expect(await server.client.send({ method: "POST", path, body })).toMatchObject({ status: 201 });
    await letRun(90);
    const found = server.garden.api.get<Shoot>({ resource: shoots, namespace: "garden-sandbox", name });
    const { lastOperation, lastErrors } = found?.status ?? {};
    return { state: lastOperation?.state, codes: lastErrors?.flatMap((error) => error?.codes ?? []) };
  };

  /** Makes an account to which the cloud answers with a code. */
  const addAccount = async (name: string, code: string): Promise<string> => {
    const metadata = { name, namespace: "garden-sandbox" };
    const secret = { ...metadata, annotations: { [cloudAnswerAnnotation]: code } };
    const send = (path: string, body: object) => server.client.send({ method: "POST", path, body });
    const made = await send("/api/v1/namespaces/garden-sandbox/secrets", {
      metadata: secret,
      stringData: { accessKeyID: "A".repeat(20), secretAccessKey: "b".repeat(40) },
    });
    const bound = await send("/apis/security.gardener.cloud/v1alpha1/namespaces/garden-sandbox/credentialsbindings", {
      metadata,
      provider: { type: "aws" },
      credentialsRef: { apiVersion: "v1", kind: "Secret", ...metadata },
    });
    expect([made.status, bound.status]).toEqual([201, 201]);
    return name;
  };

  test.each([
    ["expired-keys", "ERR_INFRA_UNAUTHENTICATED"],
    ["read-only", "ERR_INFRA_UNAUTHORIZED"],
    ["small-quota", "ERR_INFRA_QUOTA_EXCEEDED"],
  ])("refuses the account %s with %s", async (credentialsBindingName, code) => {
    expect(await inSandbox(credentialsBindingName, { credentialsBindingName })).toEqual({
      state: "Failed",
      codes: [code],
    });
  });

  test("has no machine of a type that the region has run out of, and gardenlet tries again", async () => {
    expect(await inSandbox("gpu-hungry", {}, { machine: { type: "g5.2xlarge" }, maximum: 1 })).toEqual({
      state: "Error",
      codes: ["ERR_INFRA_RESOURCES_DEPLETED"],
    });
  });

  test.each([
    ["ERR_INFRA_DEPENDENCIES", "Failed"],
    ["ERR_INFRA_RATE_LIMITS_EXCEEDED", "Failed"],
    ["ERR_RETRYABLE_INFRA_DEPENDENCIES", "Error"],
    ["ERR_CONFIGURATION_PROBLEM", "Failed"],
    ["ERR_RETRYABLE_CONFIGURATION_PROBLEM", "Error"],
  ])("answers with %s if the account's Secret says so, and the operation is %s", async (code, state) => {
    const name = code.slice(4).toLowerCase().replaceAll("_", "-").slice(0, 13).replace(/-$/, "");
    await addAccount(name, code);
    expect(await inSandbox(name, { credentialsBindingName: name })).toEqual({ state, codes: [code] });
  });

  test("fails to use a configuration that the admission of hcloud lets pass", async () => {
    const wanted = smallestShoot("hcloud", "no-network");
    const infrastructureConfig = { ...wanted.spec.provider.infrastructureConfig, networks: {} };
    const provider = { ...wanted.spec.provider, infrastructureConfig };
    expect((await create({ ...wanted, spec: { ...wanted.spec, provider } })).status).toBe(201);
    await letRun(90);
    const { lastOperation, lastErrors } = shootOf("no-network").status ?? {};
    expect([lastOperation?.state, lastErrors?.[0]?.codes]).toEqual(["Failed", ["ERR_CONFIGURATION_PROBLEM"]]);
    expect(lastErrors?.[0]?.description).toContain("networks.workers is a required field");
  });

  test("lets a deletion wait for objects if the account's Secret says so", async () => {
    const name = "held-back";
    const account = await addAccount(name, "ERR_CLEANUP_CLUSTER_RESOURCES");
    expect(await inSandbox(name, { credentialsBindingName: account })).toMatchObject({ state: "Succeeded" });
    const shoot = { resource: shoots, namespace: "garden-sandbox", name };
    server.garden.api.patch(shoot, { metadata: { annotations: { "confirmation.gardener.cloud/deletion": "true" } } });
    server.garden.api.delete(shoot);
    await letRun(60);
    expect(server.garden.api.get(shoot)).toMatchObject({
      status: {
        lastOperation: { type: "Delete" },
        lastErrors: [{ codes: ["ERR_CLEANUP_CLUSTER_RESOURCES"] }],
      },
    });
  });

  test("creates the cluster once the account works", async () => {
    const secret = { resource: secrets, namespace: "garden-sandbox", name: "expired-keys" };
    server.garden.api.patch(secret, { metadata: { annotations: { [cloudAnswerAnnotation]: null } } });
    const shoot = { resource: shoots, namespace: "garden-sandbox", name: "expired-keys" };
    server.garden.api.patch(shoot, { metadata: { annotations: { "gardener.cloud/operation": "retry" } } });
    await letRun(120);
    expect(fieldAt(server.garden.api.get(shoot), "status", "lastOperation", "state")).toBe("Succeeded");
  });
});
