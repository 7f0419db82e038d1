import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { POST as previewRoute } from "#app/api/new-cluster/preview/route.ts";
import { GET as choicesRoute, POST as createRoute } from "#app/api/new-cluster/route.ts";
import { type NewClusterChoices, newClusterChoicesSchema, newClusterPreviewSchema } from "#lib/contract/new-cluster.ts";
import { withZones } from "#lib/create/provider-blocks.ts";
import { startingShoot } from "#lib/create/starting-shoot.ts";
import type { Shoot, Worker } from "#lib/garden/shoot.ts";
import { applyMergePatch } from "#lib/kube/apply-merge-patch.ts";
import { caseCount } from "#lib/testing/case-count.fixture.ts";
import { parseOkResponse, startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { problemIn } from "#server/testing/route-test-bed.ts";

vi.setConfig({ testTimeout: 600_000 });

// The clock stands still, so that only requests change objects. The project sandbox has an account for every provider.
const demo = startDemoTestBed({ garden: { speed: 0 } });
const project = "sandbox";
const namespace = "garden-sandbox";

const spec = (patch: object) => ({ spec: patch });
const server = (patch: object) => spec({ kubernetes: { kubeAPIServer: patch } });

/** Changes of a draft, sound and unsound ones. */
const patches: readonly object[] = [
  { metadata: { labels: { team: "blue" } } },
  { metadata: { name: "x--y" } },
  { metadata: { name: "Upper" } },
  { metadata: { name: "a-name-that-is-much-too-long" } },
  spec({ purpose: "production" }),
  spec({ purpose: "holiday" }),
  spec({ purpose: "infrastructure" }),
  spec({ region: "nowhere" }),
  spec({ kubernetes: { version: "1.34" } }),
  spec({ kubernetes: { version: "" } }),
  spec({ kubernetes: { version: "1.36.1" } }),
  spec({ kubernetes: { version: "1.33.13" } }),
  spec({ kubernetes: { version: "9.9.9" } }),
  spec({ kubernetes: { version: "one" } }),
  spec({ networking: { type: "cilium" } }),
  spec({ networking: { type: "weave" } }),
  spec({ networking: { type: null } }),
  spec({ networking: { pods: "10.250.0.0/16" } }),
  spec({ networking: { services: "10.0.0.0/33" } }),
  spec({ networking: { nodes: "10.250.1.0/16" } }),
  spec({ networking: { ipFamilies: ["IPv6"] } }),
  spec({ maintenance: { timeWindow: { begin: "220000+0100", end: "230000+0100" } } }),
  spec({ maintenance: { timeWindow: { begin: "220000+0100", end: "220500+0100" } } }),
  spec({ maintenance: { timeWindow: { begin: "22", end: "23" } } }),
  spec({ hibernation: { schedules: [{ start: "00 18 * * 1-5", location: "Europe/Berlin" }] } }),
  spec({ hibernation: { schedules: [{ start: "soon" }] } }),
  spec({ hibernation: { enabled: true } }),
  spec({ tolerations: [{ key: "none" }] }),
  spec({ exposureClassName: "none" }),
  spec({ credentialsBindingName: "none" }),
  spec({ credentialsBindingName: null }),
  spec({ cloudProfile: { name: "none" } }),
  spec({ cloudProfile: null }),
  spec({ controlPlane: { highAvailability: { failureTolerance: { type: "zone" } } } }),
  spec({ controlPlane: { highAvailability: { failureTolerance: { type: "planet" } } } }),
  spec({ controlPlane: { zones: ["a"] } }),
  spec({ dns: { domain: "elm.example.org", providers: [{ type: "aws-route53", primary: true }] } }),
  spec({ dns: { providers: [{ type: "aws-route53" }] } }),
  spec({ dns: { domain: "storefront-eu.shop.k8s.harborline.example" } }),
  spec({ accessRestrictions: [{ name: "eu-access-only" }] }),
  spec({ extensions: [{ type: "shoot-dns-service" }] }),
  spec({ extensions: [{ type: "unheard-of" }] }),
  spec({ addons: { kubernetesDashboard: { enabled: true } } }),
  spec({ resources: [{ name: "one", resourceRef: { apiVersion: "v1", kind: "Secret", name: "none" } }] }),
  spec({ seedSelector: { matchLabels: { a: "b" } } }),
  spec({ seedName: "none" }),
  spec({ schedulerName: "mine" }),
  server({ auditConfig: { auditPolicy: { configMapRef: { name: "none" } } } }),
  server({ structuredAuthentication: { configMapName: "none" } }),
  server({ encryptionConfig: { resources: ["configmaps"] } }),
  server({ encryptionConfig: { resources: ["secrets"] } }),
  server({ eventTTL: "2h" }),
  server({ eventTTL: "48h" }),
  server({ featureGates: { Unheard: true } }),
  server({ enableAnonymousAuthentication: true }),
  spec({ kubernetes: { kubelet: { maxPods: 250 } } }),
  spec({ kubernetes: { kubelet: { maxPods: -1 } } }),
  spec({ kubernetes: { kubelet: { failSwapOn: false, memorySwap: { swapBehavior: "LimitedSwap" } } } }),
  spec({ kubernetes: { kubeProxy: { mode: "IPVS" } } }),
  spec({ kubernetes: { kubeProxy: { mode: "Magic" } } }),
  spec({ kubernetes: { clusterAutoscaler: { expander: "price" } } }),
  spec({ systemComponents: { coreDNS: { autoscaling: { mode: "cluster-proportional" } } } }),
  spec({ provider: { infrastructureConfig: null } }),
  spec({ provider: { controlPlaneConfig: null } }),
  spec({ provider: { infrastructureConfig: { kind: "Other" } } }),
  spec({ provider: { infrastructureConfig: { networks: null } } }),
  spec({ provider: { workers: [] } }),
  spec({ provider: { workersSettings: { sshAccess: { enabled: false } } } }),
];

const pools: readonly Partial<Worker>[] = [
  { minimum: 0 },
  { minimum: 3, maximum: 2 },
  { maximum: 0, minimum: 0 },
  { maximum: 700 },
  { maxSurge: 0, maxUnavailable: 0 },
  { maxSurge: "25%" },
  { name: "a-name-that-is-too-long" },
  { name: "UPPER" },
  { zones: ["nowhere"] },
  { zones: [] },
  { machine: { type: "none" } },
  { volume: { type: "none", size: "50Gi" } },
  { volume: { size: "5Gi" } },
  { volume: { size: "much" } },
  { kubernetes: { version: "1.34.9" } },
  { kubernetes: { version: "1.10.0" } },
  { cri: { name: "docker" } },
  { cri: { name: "containerd", containerRuntimes: [{ type: "gvisor" }] } },
  { labels: { "a b": "c" } },
  { taints: [{ key: "a", value: "b", effect: "Never" }] },
  { taints: [{ key: "a", value: "b", effect: "NoSchedule" }] },
  { systemComponents: { allow: false } },
  { updateStrategy: "AutoInPlaceUpdate" },
  { updateStrategy: "Sometimes" },
  { dataVolumes: [{ name: "one", size: "10Gi", type: "none" }] },
];

const types = ["alicloud", "aws", "azure", "gcp", "hcloud", "local", "metal", "openstack"];

const worlds = fc.record({
  type: fc.constantFrom(...types),
  changes: fc.subarray([...patches], { maxLength: 2 }),
  pool: fc.option(fc.constantFrom(...pools), { nil: {} }),
  isEverywhere: fc.boolean(),
  isWorkerless: fc.integer({ min: 0, max: 9 }).map((die) => die === 0),
});

type World = typeof worlds extends fc.Arbitrary<infer Value> ? Value : never;

/** What only the owner of a cluster on metal can know. */
const ofOwner = {
  metadata: { annotations: { "cluster.metal-stack.io/tenant": "harborline" } },
  spec: { provider: { infrastructureConfig: { projectID: "p-1", firewall: { networks: ["internet"] } } } },
};

function draftOf(world: World, { profiles, accounts }: NewClusterChoices, name: string): Shoot {
  const { type, changes, pool, isEverywhere, isWorkerless } = world;
  const profile = profiles.find((each) => each.type === type);
  const region = profile?.regions.find(({ seeds = 0 }) => seeds > 0);
  if (profile === undefined || region === undefined) throw new Error(`no Seed takes clusters of ${type}`);
  const account = isWorkerless ? undefined : accounts.find((each) => each.name === `${type}-account`)?.name;
  const choices = { project, namespace, name, profile, region: region.name, account, networking: "calico" };
  const start = startingShoot({ ...choices, workerless: isWorkerless, now: demo.app.now() });
  const zones = region.zones.map((zone) => zone.name);
  const workers = (start.spec.provider.workers ?? []).map((each) => ({
    ...each,
    ...(isEverywhere && each.zones && { zones, maximum: 9 }),
    ...pool,
  }));
  const provider = { ...start.spec.provider, ...(!isWorkerless && { workers }) };
  const placed = withZones({ ...start, spec: { ...start.spec, provider } }, profile);
  const owned = type === "metal" && !isWorkerless ? [ofOwner] : [];
  const merged = [...owned, ...changes].reduce<unknown>((shoot, patch) => applyMergePatch(shoot, patch), placed);
  // Two clusters cannot have the same domain.
  return JSON.parse(JSON.stringify(merged).replaceAll("elm.example.org", `${name}.example.org`));
}

test("a draft without errors is accepted and created, and one with errors is refused at one of their fields", async () => {
  const path = `/api/new-cluster?project=${project}`;
  const choices = await parseOkResponse(await demo.call(choicesRoute, "operator", { path }), newClusterChoicesSchema);
  let drafts = 0;
  let created = 0;
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      drafts += 1;
      const body = { project, shoot: draftOf(world, choices, `e${drafts}`) };
      const told = await parseOkResponse(await demo.call(previewRoute, "operator", { body }), newClusterPreviewSchema);
      const answer = await demo.call(createRoute, "operator", { body });
      if (answer.status === 201) {
        created += 1;
        expect(told).toMatchObject({ errors: [], dryRun: { verdict: "accepted" } });
        return;
      }
      const { gardenMessage, causes = [] } = await problemIn(answer);
      expect([gardenMessage, told.errors.length > 0]).toEqual([gardenMessage, true]);
      const fields = told.errors.map(({ field }) => field);
      const isTold = ({ field }: { field: string }) => field === "" || fields.some((own) => own.startsWith(field));
      expect([fields, causes.filter((cause) => !isTold(cause) && !namedOtherwise.has(cause.field))]).toEqual([
        fields,
        [],
      ]);
    }),
    { seed: 20_261_130, numRuns: caseCount(120, 2_000), endOnFailure: true },
  );
  expect(created).toBeGreaterThan(drafts / 10);
});

/** Fields that the garden names where the form has another, or derives from what is wrong already. */
const namedOtherwise: ReadonlySet<string> = new Set([
  "spec.secretBindingName",
  "spec.kubernetes.kubeControllerManager.nodeCIDRMaskSize",
  "spec.provider[0].volume",
]);
