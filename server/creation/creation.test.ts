import { describe, expect, test } from "vitest";
import { GET as forecastRoute } from "#app/api/clusters/[project]/[name]/forecast/route.ts";
import { POST as previewRoute } from "#app/api/new-cluster/preview/route.ts";
import { GET as choicesRoute, POST as createRoute } from "#app/api/new-cluster/route.ts";
import type { EmbeddedGarden } from "#garden/start-embedded-garden.ts";
import { clusterForecastSchema } from "#lib/contract/cluster-forecast.ts";
import {
  type NewClusterChoices,
  type NewClusterPreview,
  newClusterChoicesSchema,
  newClusterPreviewSchema,
  newClusterSchema,
} from "#lib/contract/new-cluster.ts";
import { startingShoot } from "#lib/create/starting-shoot.ts";
import type { Shoot, Worker } from "#lib/garden/shoot.ts";
import { applyMergePatch } from "#lib/kube/apply-merge-patch.ts";
import { configMaps, credentialsBindings, quotas, shoots } from "#lib/kube/resource.ts";
import { createBreakingTransport } from "#server/testing/create-breaking-transport.ts";
import { parseOkResponse, startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { problemIn } from "#server/testing/route-test-bed.ts";

const namespace = "garden-payments";

/** An account whose quota allows four processors. */
function plantSmallAccount({ api }: EmbeddedGarden): void {
  const metadata = { name: "small", namespace };
  const scope = { apiVersion: "v1", kind: "Secret" };
  api.create(
    { resource: quotas, namespace },
    { metadata, ...{ spec: { scope, clusterLifetimeDays: 7, metrics: { cpu: "4" } } } },
  );
  const credentialsRef = { apiVersion: "v1", kind: "Secret", name: "aws-account", namespace };
  const binding = {
    metadata,
    ...{ provider: { type: "aws" }, credentialsRef, quotas: [{ name: "small", namespace }] },
  };
  api.create({ resource: credentialsBindings, namespace }, binding);
}

/** A ConfigMap that people keep in the project, beside those of its clusters. */
function plantAuditPolicy({ api }: EmbeddedGarden): void {
  const policy = JSON.stringify({ apiVersion: "audit.k8s.io/v1", kind: "Policy", rules: [{ level: "Metadata" }] });
  api.create({ resource: configMaps, namespace }, { metadata: { name: "audit-policy", namespace }, data: { policy } });
}

/** Whether the garden's answer to the creation of a Shoot gets lost. */
let isAnswerLost = false;

// The clock stands still, so that only requests change objects.
const demo = startDemoTestBed({
  garden: { speed: 0 },
  plant: (embedded) => {
    plantSmallAccount(embedded);
    plantAuditPolicy(embedded);
  },
  wrap: createBreakingTransport(
    ({ method, url }) => isAnswerLost && method === "POST" && url.pathname.endsWith("/shoots"),
  ),
});

async function choicesOf(person = "owner-commerce", project = "payments"): Promise<NewClusterChoices> {
  const path = `/api/new-cluster?project=${project}`;
  return parseOkResponse(await demo.call(choicesRoute, person, { path }), newClusterChoicesSchema);
}

type Draft = Readonly<Record<string, unknown>>;

/** A sound draft in the project payments on AWS, with changes as a merge patch. */
async function draftWith(name: string, patch: object = {}): Promise<Draft> {
  const { profiles, namespace } = await choicesOf();
  const profile = profiles.find((each) => each.name === "aws");
  if (profile === undefined) throw new Error("the demo has no profile aws");
  const choices = { project: "payments", namespace, name, profile, region: "eu-central-1", account: "aws-account" };
  const shoot = startingShoot({ ...choices, networking: "calico", now: demo.app.now() });
  const windowed = { spec: { maintenance: { timeWindow: { begin: "220000+0000", end: "230000+0000" } } } };
  const changed = applyMergePatch(applyMergePatch(shoot, windowed), patch);
  return JSON.parse(JSON.stringify(changed));
}

const preview = (shoot: Draft, person = "owner-commerce", project = "payments") =>
  demo.call(previewRoute, person, { body: { project, shoot } });
const create = (shoot: Draft, person = "owner-commerce", project = "payments") =>
  demo.call(createRoute, person, { body: { project, shoot } });

async function previewOf(shoot: Draft, person?: string): Promise<NewClusterPreview> {
  return parseOkResponse(await preview(shoot, person), newClusterPreviewSchema);
}

const storedNames = () => demo.embedded.api.list({ resource: shoots, namespace }).map(({ metadata }) => metadata.name);

/** A pool of the draft with changes. */
async function poolWith(change: Partial<Worker>): Promise<object> {
  const draft: Partial<Shoot> = await draftWith("any");
  return {
    spec: { provider: { workers: (draft.spec?.provider.workers ?? []).map((pool) => ({ ...pool, ...change })) } },
  };
}

describe("a new cluster", () => {
  test("that the garden would accept is created as it was previewed", async () => {
    const draft = await draftWith("elm");
    const before = storedNames();
    const told = await previewOf(draft);
    expect(told).toMatchObject({ errors: [], unchecked: [], dryRun: { verdict: "accepted", causes: [] } });
    expect(storedNames()).toEqual(before);
    expect(told.defaults).toContainEqual({ field: "spec.kubernetes.kubeProxy.mode", value: "IPTables" });

    const response = await create(draft);
    expect(response.status).toBe(201);
    const created = newClusterSchema.parse(await response.json());
    expect(created).toMatchObject({ project: "payments", name: "elm" });
    expect(demo.shoot("payments", "elm").metadata.uid).toBe(created.uid);
    for (const { field } of told.defaults) expect(draft).not.toHaveProperty(field);
  });

  test("has the forecast that the preview has told for its version", async () => {
    const draft = await draftWith("fir", { spec: { kubernetes: { version: "1.34.8" } } });
    const told = (await previewOf(draft)).versions.find(({ version }) => version === "1.34.8");
    await create(draft);
    const params = { project: "payments", name: "fir" };
    const { forecast } = await parseOkResponse(
      await demo.call(forecastRoute, "owner-commerce", { params }),
      clusterForecastSchema,
    );
    if (forecast.outcome !== "foreseen") throw new Error(forecast.outcome);
    const hops = forecast.lanes[0]?.hops ?? [];
    const first = (kind: string) => {
      const hop = hops.find((each) => each.kind === kind);
      return hop && { at: { earliest: hop.earliestAt, latest: hop.latestAt }, to: hop.to };
    };
    expect(told?.firstAutomatic).toEqual(first("auto"));
    expect(told?.firstForced).toEqual(first("forced"));
    expect(told?.firstForced).toBeDefined();
  });

  test("that is not in the project's namespace, or no Shoot, is not sent", async () => {
    for (const patch of [{ metadata: { namespace: "garden-shop" } }, { kind: "Seed" }]) {
      const response = await create(await draftWith("oak", patch));
      expect(await problemIn(response)).toMatchObject({ status: 400, reason: "invalid-request" });
    }
    expect(storedNames()).not.toContain("oak");
  });

  test("whose creation is not answered is not tried again, and the user is told to look", async () => {
    const draft = await draftWith("oak");
    isAnswerLost = true;
    const problem = await problemIn(await create(draft)).finally(() => {
      isAnswerLost = false;
    });
    expect(problem).toMatchObject({
      status: 503,
      reason: "garden-unreachable",
      detail: "Whether the cluster was created is not certain: look at the project's clusters, then repeat.",
    });
  });

  test("leaves one audit line with its name and uid, and none for the preview", async () => {
    const draft = await draftWith("audited");
    const before = demo.log.length;
    await previewOf(draft);
    await create(draft);
    const lines = demo.log.slice(before).flatMap((line) => (line.includes('"audit":') ? [JSON.parse(line)] : []));
    expect(lines.filter(({ audit }) => audit !== "sign-in")).toEqual([
      expect.objectContaining({
        ...{ audit: "create-cluster", project: "payments", cluster: "payments/audited", result: "done" },
        uid: demo.shoot("payments", "audited").metadata.uid,
      }),
    ]);
  });

  test("names its size, its end by a quota, and a window in which the project has little to do", async () => {
    const told = await previewOf(await draftWith("yew", { spec: { credentialsBindingName: "small" } }));
    expect(told.size).toEqual({
      minimum: { nodes: 1, cpu: "2", memory: "8Gi", gpu: "0" },
      maximum: { nodes: 2, cpu: "4", memory: "16Gi", gpu: "0" },
    });
    expect(told.lifetime).toMatchObject({ days: 7, quota: "small" });
    // Gardener deletes the cluster after a week, so nothing is told of what would come later.
    expect(
      told.versions.every(
        ({ firstForced }) => firstForced === undefined || firstForced.at.earliest < (told.lifetime?.until ?? 0),
      ),
    ).toBe(true);
  });

  test("names the Seeds that can take it, chosen only where their clusters can be counted, and reasons for every other", async () => {
    const { seeds } = await previewOf(await draftWith("ash"));
    expect(seeds).toMatchObject({ expected: { state: "one-of", possible: ["aws-eu1"] }, capacityKnown: false });
    for (const { name, usable, refusedBy, obstacles } of seeds.verdicts) {
      expect([name, usable]).toEqual([name, obstacles.length === 0]);
      expect(refusedBy).toBe(obstacles[0]);
    }
    const operator = await previewOf(await draftWith("ash"), "operator");
    expect(operator.seeds).toMatchObject({ expected: { state: "chosen", possible: ["aws-eu1"] }, capacityKnown: true });
  });
});

const serverWith = (kubeAPIServer: object) => ({ spec: { kubernetes: { kubeAPIServer } } });
const kubeAPIServer = "spec.kubernetes.kubeAPIServer";

/** Changes of a sound draft, the field that is refused, and where the garden names the field differently. */
const refusals: readonly (readonly [string, object | (() => Promise<object>), string, string?])[] = [
  ["a name with two hyphens", { metadata: { name: "a--b" } }, "metadata.name"],
  ["a name that is no label", { metadata: { name: "Elm" } }, "metadata.name"],
  ["a name that is too long with the project's", { metadata: { name: "thirteen-chars" } }, "metadata.name"],
  ["a version that nobody offers", { spec: { kubernetes: { version: "1.29.0" } } }, "spec.kubernetes.version"],
  ["a version that has expired", { spec: { kubernetes: { version: "1.32.12" } } }, "spec.kubernetes.version"],
  ["a region of another profile", { spec: { region: "westeurope" } }, "spec.region"],
  ["ranges that overlap", { spec: { networking: { pods: "10.250.0.0/17" } } }, "spec.networking.pods"],
  [
    "a machine type that nobody offers",
    () => poolWith({ machine: { type: "x9" } }),
    "spec.provider.workers[0].machine.type",
  ],
  ["a zone of another region", () => poolWith({ zones: ["us-east-1a"] }), "spec.provider.workers[0].zones[0]"],
  ["a maximum below the minimum", () => poolWith({ minimum: 3 }), "spec.provider.workers[0].maximum"],
  ["no pool", { spec: { provider: { workers: [] } } }, "spec.provider.infrastructureConfig"],
  [
    "an audit policy whose ConfigMap is not there",
    serverWith({ auditConfig: { auditPolicy: { configMapRef: { name: "none" } } } }),
    `${kubeAPIServer}.auditConfig.auditPolicy.configMapRef.name`,
  ],
  [
    "authentication by a ConfigMap that is not there",
    serverWith({ structuredAuthentication: { configMapName: "none" } }),
    `${kubeAPIServer}.structuredAuthentication.configMapName`,
  ],
  [
    "authorization by a ConfigMap that is not there",
    serverWith({
      structuredAuthorization: { configMapName: "none", kubeconfigs: [{ authorizerName: "a", secretName: "none" }] },
    }),
    `${kubeAPIServer}.structuredAuthorization.configMapName`,
  ],
  [
    "a toleration that the project may not use",
    { spec: { tolerations: [{ key: "seed.gardener.cloud/protected" }] } },
    "spec.tolerations[0]",
  ],
  ["an account that is not there", { spec: { credentialsBindingName: "none" } }, "spec.credentialsBindingName", ""],
  ["no account", { spec: { credentialsBindingName: null } }, "spec.credentialsBindingName", "spec.secretBindingName"],
  ["an exposure class that is not there", { spec: { exposureClassName: "none" } }, "spec.exposureClassName", ""],
];

describe("a new cluster is refused by the preview and by the garden, each with the field", () => {
  test.each(refusals)("%s", async (_name, change, field, asGarden = field) => {
    const draft = await draftWith("elm-two", typeof change === "function" ? await change() : change);
    const before = storedNames();
    const told = await previewOf(draft);
    expect(told.errors.map((error) => error.field)).toContain(field);
    expect(told.dryRun.verdict).toBe("not-run");

    const problem = await problemIn(await create(draft));
    expect(problem).toMatchObject({ status: 422, reason: "refused-by-garden" });
    expect((problem.causes ?? []).map((cause) => cause.field)).toContain(asGarden);
    expect(storedNames()).toEqual(before);
  });

  test("a quota that the cluster alone exceeds", async () => {
    const change = { ...(await poolWith({ maximum: 4 })) };
    const draft = await draftWith(
      "big",
      applyMergePatch({ spec: { credentialsBindingName: "small" } }, change) as object,
    );
    const told = await previewOf(draft);
    expect(told.errors).toContainEqual({
      field: "spec.provider.workers",
      message: "With all nodes of its clusters the quota small is exceeded: cpu 8 > 4.",
    });
    expect(await problemIn(await create(draft))).toMatchObject({ status: 422 });
  });

  test("a name in use", async () => {
    const draft = await draftWith("acquiring");
    expect((await previewOf(draft)).errors).toEqual([
      { field: "metadata.name", message: "The project has a cluster acquiring already." },
    ]);
    expect(await problemIn(await create(draft))).toMatchObject({
      status: 409,
      reason: "conflict",
      detail: "The project has a cluster of this name already.",
    });
  });

  test("a Seed whose taint is not tolerated, of which the garden alone knows", async () => {
    const draft = await draftWith("elm", { spec: { seedName: "os-south1" } });
    const { dryRun } = await previewOf(draft, "operator");
    expect(dryRun).toMatchObject({ verdict: "refused", causes: [{ field: "spec.seedName" }] });
    expect((await create(draft, "operator")).status).toBe(422);
  });

  test("blocks that the provider's extension refuses, of which the preview alone knows in every garden", async () => {
    const broken = { networks: { vpc: { cidr: "10.250.0.0/16" }, zones: [] } };
    const told = await previewOf(await draftWith("elm-two", { spec: { provider: { infrastructureConfig: broken } } }));
    expect(told.errors.map(({ field }) => field)).toContain("spec.provider.infrastructureConfig.networks.zones");
  });
});

describe("who may do what", () => {
  test("who only reads the project sees what the garden says to the dry run, and creates nothing", async () => {
    const choices = await choicesOf("viewer", "shop");
    expect(choices.mayCreate).toBe(false);
    const profile = choices.profiles[0];
    if (profile === undefined) throw new Error("no profile is readable");
    const shoot = startingShoot({
      ...{ project: "shop", namespace: "garden-shop", name: "elm", profile, region: profile.regions[0]?.name ?? "" },
      ...{ account: choices.accounts.find(({ type }) => type === profile.type)?.name, networking: "calico" },
      now: demo.app.now(),
    });
    const draft: Draft = JSON.parse(JSON.stringify(shoot));
    const told = await parseOkResponse(await preview(draft, "viewer", "shop"), newClusterPreviewSchema);
    expect(told.errors).toEqual([]);
    expect(told.dryRun).toMatchObject({ verdict: "refused" });
    const refused = await problemIn(await create(draft, "viewer", "shop"));
    expect(refused).toMatchObject({ status: 403, reason: "forbidden" });
    expect(refused.detail).toBe("You are not allowed to create clusters in this project.");
  });

  test("a project that the user does not see is not found, like one that does not exist", async () => {
    const draft = await draftWith("elm");
    for (const project of ["payments", "nowhere"]) {
      const path = `/api/new-cluster?project=${project}`;
      for (const response of [
        await demo.call(choicesRoute, "stranger", { path }),
        await preview(draft, "stranger", project),
        await create(draft, "stranger", project),
      ]) {
        const { requestId: _, ...problem } = await problemIn(response);
        expect(problem).toMatchObject({ status: 404, detail: "There is no such project, or you do not see it." });
      }
    }
  });

  test("the choices name accounts, taken names and the longest name of the project", async () => {
    const choices = await choicesOf();
    expect(choices).toMatchObject({ project: "payments", namespace, mayCreate: true, maxNameLength: 13 });
    expect(choices.takenNames).toContain("acquiring");
    expect(choices.profiles[0]).toMatchObject({ kind: "CloudProfile", name: "aws" });
    expect(choices.configMaps).toContain("audit-policy");
    expect(choices.configMaps?.filter((name) => name.includes("ca-cluster"))).toEqual([]);
    expect([choices.mayChooseSeed, choices.seedNames?.includes("aws-eu1")]).toEqual([false, true]);
    expect((await choicesOf("operator")).mayChooseSeed).toBe(true);
    const begin = Number(choices.windows.proposed.begin.slice(0, 2));
    expect(choices.windows.project[begin]).toBe(Math.min(...choices.windows.project));
    expect(choices.windows).not.toHaveProperty("landscape");
    const { windows } = await choicesOf("operator");
    expect(windows.landscape?.reduce((all, count) => all + count)).toBeGreaterThan(60);
    expect(choices.accounts).toContainEqual({
      ...{ name: "small", type: "aws", credentialsKind: "Secret", lifetimeDays: 7 },
    });
    expect(choices.extensionTypes).toMatchObject({ Network: ["calico", "cilium"] });
    const aws = choices.profiles.find(({ name }) => name === "aws");
    expect(aws?.kubernetes.map(({ version }) => version)).not.toContain("1.32.12");
    expect(aws?.regions.find(({ name }) => name === "eu-central-1")?.seeds).toBe(1);
  });
});
