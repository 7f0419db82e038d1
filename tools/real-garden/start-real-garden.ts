import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { stringify } from "yaml";
import { findFreePort } from "#e2e/processes.ts";
import { formatKubeconfig } from "#garden/api/identity/kubeconfig.ts";
import { demoIdentities } from "#garden/landscape/garden/identities.ts";
import type { RegionStrategy } from "#lib/policy/scheduling/region-choice.ts";
import { createRunAuthority, signingKey } from "./authority.ts";
import type { GardenerToolPaths } from "./build-tools.ts";
import { waitUntilTrue } from "./eventually.ts";
import { createGardenAccess, describeGardenRejection, type GardenAccess } from "./garden-access.ts";
import type { GardenerBuild } from "./release.ts";
import { createServerGroup, type ServerGroup } from "./servers.ts";

/** A garden with Gardener's own servers on this machine. */
export interface RealGarden {
  readonly release: GardenerBuild;
  readonly url: string;
  readonly caPem: string;
  /** Path of a kubeconfig with all permissions. */
  readonly kubeconfig: string;
  /** URL of etcd's HTTP API. */
  readonly etcdUrl: string;
  /** Access to the garden with all permissions. */
  readonly admin: GardenAccess;
  /** Tokens of the demo users, and of Almanac's own ServiceAccount `almanac`. */
  readonly tokens: Readonly<Record<string, string>>;
  /** Starts gardener-controller-manager. Before that, objects do not change automatically. */
  startControllerManager(): Promise<void>;
  stopControllerManager(): Promise<void>;
  /** Starts gardener-scheduler, which binds Shoots without a Seed until it is stopped. */
  startScheduler(strategy: RegionStrategy): Promise<void>;
  stopScheduler(): Promise<void>;
  stop(): Promise<void>;
}

/** ServiceAccount with which Almanac reads the garden, as named in the demo landscape. */
const almanac = {
  name: "almanac",
  username: "system:serviceaccount:garden:almanac",
  groups: ["system:serviceaccounts", "system:serviceaccounts:garden"],
};

const apiServices = [
  ["core.gardener.cloud", "v1beta1"],
  ["core.gardener.cloud", "v1"],
  ["seedmanagement.gardener.cloud", "v1alpha1"],
  ["operations.gardener.cloud", "v1alpha1"],
  ["security.gardener.cloud", "v1alpha1"],
] as const;

/**
 * Starts etcd, kube-apiserver with RBAC and API aggregation, and gardener-apiserver with all default admission plugins,
 * on free ports of 127.0.0.1.
 * @param folder folder for data, certificates and logs, which the caller removes
 */
export async function startRealGarden(
  tools: GardenerToolPaths,
  folder: string,
  release: GardenerBuild,
): Promise<RealGarden> {
  const servers = createServerGroup(folder);
  try {
    return await start(tools, { folder, release, servers });
  } catch (error) {
    await servers.stop();
    throw error;
  }
}

interface Frame {
  readonly folder: string;
  readonly release: GardenerBuild;
  readonly servers: ServerGroup;
}

async function start(tools: GardenerToolPaths, { folder, release, servers }: Frame): Promise<RealGarden> {
  const file = async (name: string, content: string): Promise<string> => {
    const target = path.join(folder, name);
    await writeFile(target, content, { mode: 0o600 });
    return target;
  };
  const authority = await createRunAuthority("real-garden");
  const frontProxy = await createRunAuthority("real-garden-front-proxy");
  const serving = await authority.serverPair(["localhost", "gardener-apiserver.garden.svc"]);
  const proxy = await frontProxy.clientPair("front-proxy");
  const key = await signingKey();
  const [certificate, certificateKey, caFile] = await Promise.all([
    file("serving.crt", serving.certificatePem),
    file("serving.key", serving.keyPem),
    file("ca.crt", authority.caPem),
  ]);

  const etcdPort = await findFreePort();
  const etcdUrl = `http://127.0.0.1:${etcdPort}`;
  const peerUrl = `http://127.0.0.1:${await findFreePort()}`;
  const etcdData = path.join(folder, "etcd");
  await mkdir(etcdData, { mode: 0o700 });
  servers.start("etcd", tools("etcd"), [
    `--data-dir=${etcdData}`,
    `--listen-client-urls=${etcdUrl}`,
    `--advertise-client-urls=${etcdUrl}`,
    `--listen-peer-urls=${peerUrl}`,
    `--initial-advertise-peer-urls=${peerUrl}`,
    `--initial-cluster=default=${peerUrl}`,
    "--unsafe-no-fsync",
    "--log-level=warn",
  ]);

  const tokens = Object.fromEntries([...demoIdentities, almanac].map(({ name }) => [name, randomUUID()]));
  const adminToken = randomUUID();
  const port = await findFreePort();
  const url = `https://127.0.0.1:${port}`;
  servers.start("kube-apiserver", tools("kube-apiserver"), [
    `--etcd-servers=${etcdUrl}`,
    "--bind-address=127.0.0.1",
    "--advertise-address=127.0.0.1",
    "--endpoint-reconciler-type=none",
    `--secure-port=${port}`,
    `--tls-cert-file=${certificate}`,
    `--tls-private-key-file=${certificateKey}`,
    `--client-ca-file=${caFile}`,
    "--authorization-mode=RBAC",
    `--token-auth-file=${await file("tokens.csv", tokenFile(adminToken, tokens))}`,
    `--service-account-issuer=${url}`,
    `--service-account-key-file=${await file("accounts.pub", key.publicPem)}`,
    `--service-account-signing-key-file=${await file("accounts.key", key.privatePem)}`,
    "--service-cluster-ip-range=10.0.0.0/24",
    `--requestheader-client-ca-file=${await file("front-proxy-ca.crt", frontProxy.caPem)}`,
    "--requestheader-allowed-names=front-proxy",
    "--requestheader-username-headers=X-Remote-User",
    "--requestheader-group-headers=X-Remote-Group",
    "--requestheader-extra-headers-prefix=X-Remote-Extra-",
    `--proxy-client-cert-file=${await file("front-proxy.crt", proxy.certificatePem)}`,
    `--proxy-client-key-file=${await file("front-proxy.key", proxy.keyPem)}`,
    "--profiling=false",
  ]);
  const admin = createGardenAccess({ url, caPem: authority.caPem }, adminToken);
  await servers.whileRunning(waitUntilTrue("kube-apiserver is ready", () => answers(admin, "/readyz")));

  const people = [{ name: "admin", token: adminToken }];
  const kubeconfig = await file("kubeconfig", formatKubeconfig({ url, caPem: authority.caPem, users: people }));
  const gardenerPort = await findFreePort();
  servers.start("gardener-apiserver", tools("gardener-apiserver"), [
    `--etcd-servers=${etcdUrl}`,
    "--bind-address=127.0.0.1",
    `--secure-port=${gardenerPort}`,
    `--tls-cert-file=${certificate}`,
    `--tls-private-key-file=${certificateKey}`,
    `--kubeconfig=${kubeconfig}`,
    `--authentication-kubeconfig=${kubeconfig}`,
    `--authorization-kubeconfig=${kubeconfig}`,
    "--cluster-identity=real-garden",
    `--feature-gates=${gatesText(release)}`,
    "--workload-identity-token-issuer=https://issuer.real-garden.example",
    `--workload-identity-signing-key-file=${path.join(folder, "accounts.key")}`,
    "--profiling=false",
  ]);
  await announceGardener(admin, gardenerPort, authority.caPem);
  await servers.whileRunning(
    waitUntilTrue("gardener-apiserver is served", async () => {
      for (const [group, version] of apiServices) {
        if (!(await answers(admin, `/apis/${group}/${version}`))) return false;
      }
      return answers(admin, "/apis/core.gardener.cloud/v1beta1/shoots");
    }),
  );

  return {
    release,
    url,
    caPem: authority.caPem,
    kubeconfig,
    etcdUrl,
    admin,
    tokens,
    async startControllerManager() {
      const [health, metrics] = [await findFreePort(), await findFreePort()];
      const config = await file("controller-manager.yaml", controllerManagerConfig(kubeconfig, { health, metrics }));
      servers.start("gardener-controller-manager", tools("gardener-controller-manager"), [`--config=${config}`]);
      await servers.whileRunning(isHealthy("gardener-controller-manager", health));
    },
    stopControllerManager: () => servers.end("gardener-controller-manager"),
    async startScheduler(strategy) {
      const [health, metrics] = [await findFreePort(), await findFreePort()];
      const config = await file("scheduler.yaml", schedulerConfig(kubeconfig, { health, metrics }, strategy));
      servers.start("gardener-scheduler", tools("gardener-scheduler"), [`--config=${config}`]);
      await servers.whileRunning(isHealthy("gardener-scheduler", health));
    },
    stopScheduler: () => servers.end("gardener-scheduler"),
    async stop() {
      admin.close();
      await servers.stop();
    },
  };
}

function isHealthy(server: string, port: number): Promise<void> {
  return waitUntilTrue(`${server} is ready`, async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    return answer?.ok === true;
  });
}

function tokenFile(adminToken: string, tokens: Readonly<Record<string, string>>): string {
  const lines = [...demoIdentities, almanac].map(({ name, username, groups }) => {
    const own = groups.filter((group) => group !== "system:authenticated");
    return `${tokens[name]},${username},${name},"${own.join(",")}"`;
  });
  return [`${adminToken},admin,admin,"system:masters"`, ...lines, ""].join("\n");
}

function gatesText({ featureGates }: GardenerBuild): string {
  return Object.entries(featureGates)
    .map(([gate, on]) => `${gate}=${on}`)
    .join(",");
}

async function answers(access: GardenAccess, target: string): Promise<boolean> {
  try {
    return (await access.send({ method: "GET", path: target })).code === 200;
  } catch {
    return false;
  }
}

/** Registers Gardener's API groups in kube-apiserver. */
async function announceGardener(admin: GardenAccess, port: number, caPem: string): Promise<void> {
  await created(admin, "/api/v1/namespaces", { kind: "Namespace", apiVersion: "v1", metadata: { name: "garden" } });
  await created(admin, "/api/v1/namespaces/garden/services", {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: "gardener-apiserver" },
    spec: { type: "ExternalName", externalName: "localhost" },
  });
  for (const [group, version] of apiServices) {
    await created(admin, "/apis/apiregistration.k8s.io/v1/apiservices", {
      apiVersion: "apiregistration.k8s.io/v1",
      kind: "APIService",
      metadata: { name: `${version}.${group}` },
      spec: {
        group,
        version,
        groupPriorityMinimum: 9999,
        versionPriority: version === "v1" ? 21 : 20,
        caBundle: Buffer.from(caPem).toString("base64"),
        service: { namespace: "garden", name: "gardener-apiserver", port },
      },
    });
  }
}

async function created(admin: GardenAccess, target: string, body: object): Promise<void> {
  const answer = await admin.send({ method: "POST", path: target, body });
  if (answer.code !== 201) throw new Error(`${target}: ${describeGardenRejection(answer)}`);
}

/** Grace period for missing gardenlets: none runs here, and no Seed or Shoot should become Unknown because of that. */
const never = "87600h";

interface Ports {
  readonly health: number;
  readonly metrics: number;
}

function controllerManagerConfig(kubeconfig: string, ports: Ports) {
  return stringify({
    apiVersion: "controllermanager.config.gardener.cloud/v1alpha1",
    kind: "ControllerManagerConfiguration",
    gardenClientConnection: { kubeconfig, qps: 400, burst: 600 },
    controllers: {
      seed: { concurrentSyncs: 5, syncPeriod: "1h", monitorPeriod: never, shootMonitorPeriod: never },
      shootMaintenance: { concurrentSyncs: 5 },
    },
    ...serverConfig(ports),
  });
}

function schedulerConfig(kubeconfig: string, ports: Ports, strategy: RegionStrategy) {
  return stringify({
    apiVersion: "scheduler.config.gardener.cloud/v1alpha1",
    kind: "SchedulerConfiguration",
    clientConnection: { kubeconfig, qps: 400, burst: 600 },
    schedulers: { shoot: { concurrentSyncs: 1, candidateDeterminationStrategy: strategy } },
    ...serverConfig(ports),
  });
}

function serverConfig(ports: Ports) {
  return {
    leaderElection: { leaderElect: false },
    logLevel: "info",
    logFormat: "json",
    server: {
      healthProbes: { bindAddress: "127.0.0.1", port: ports.health },
      metrics: { bindAddress: "127.0.0.1", port: ports.metrics },
    },
  };
}
