import "server-only";
import { createServer, type Server } from "node:https";
import { type AddressInfo, createServer as createProbe, type Server as NetServer, type Socket } from "node:net";
import path from "node:path";
import type { GardenClock } from "#garden/api/clock/garden-clock.ts";
import type { GardenServer } from "#garden/api/http/exchange/exchange.ts";
import { rejectPlainHttp } from "#garden/api/http/exchange/reject-plain-http.ts";
import { handleRequest } from "#garden/api/http/handle-request.ts";
import { moveClock } from "#garden/api/http/move-clock.ts";
import type { GardenIdentity } from "#garden/api/identity/identity-file.ts";
import { formatKubeconfig, writeKubeconfig } from "#garden/api/identity/kubeconfig.ts";
import type { GardenApi } from "#garden/api/local/garden-api.ts";
import { startKubernetesControllers } from "#garden/api/local/kubernetes-controllers.ts";
import { createLocalGardenApi } from "#garden/api/local/local-garden-api.ts";
import { createAuthorizer } from "#garden/api/rbac/authorizer.ts";
import { createOidcTokens, type OidcOptions } from "#garden/api/rbac/oidc-tokens.ts";
import { createServiceAccountTokens, type ServiceAccountTokens } from "#garden/api/rbac/service-account-tokens.ts";
import { createObjectWriter } from "#garden/api/registry/object-writer.ts";
import { createPaginatedLists } from "#garden/api/store/paginated-lists.ts";
import { collectionKeyOf } from "#garden/api/store/store.ts";
import { controllerWriteIdentity } from "#garden/gardener/controllers/client/controller-write-identity.ts";
import { createMachineRecord } from "#garden/gardener/controllers/machines/machine-record.ts";
import { startControllers } from "#garden/gardener/controllers/start-controllers.ts";
import { type DemoIdentity, demoIdentities } from "#garden/landscape/garden/identities.ts";
import { demoProjectQuotas } from "#garden/landscape/garden/quotas.ts";
import { gardenUrlAt, updateShootApiAddresses } from "#garden/shoots/access/advertise-shoots.ts";
import { createClientCertificates } from "#garden/shoots/access/client-certificates.ts";
import { kubeconfigHandlers } from "#garden/shoots/access/kubeconfig-requests.ts";
import { createShootAccess } from "#garden/shoots/access/shoot-access.ts";
import { createShootAuthorities } from "#garden/shoots/access/shoot-authorities.ts";
import { parseShootUrl, shootPath } from "#garden/shoots/access/shoot-path.ts";
import { type ShootApis, startShootApis } from "#garden/shoots/shoot-apis.ts";
import { createCertificateBundles } from "#garden/shoots/workload/certificate-bundles.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { serviceAccounts } from "#lib/kube/resource.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { createGardenState, type GardenState, gardenResourceRegistry, type StateOptions } from "./garden-state.ts";
import { openStoredGardenState } from "./open-stored-garden-state.ts";

export interface EmbeddedGardenOptions extends StateOptions {
  /** Port to listen on. If missing or 0, the port of the previous process if it is free, or else any free port. */
  readonly port?: number | undefined;
  /** Path of the kubeconfig. Without a data folder, certificates and tokens are stored next to it. */
  readonly kubeconfigFile?: string | undefined;
  /** Folder in which the garden is stored across restarts; if missing, the garden is only in memory. */
  readonly dataFolder?: string | undefined;
  /** How many times faster the controllers run than in a real garden. */
  readonly pace?: number | undefined;
  /** Whether idle Shoots are reconciled now and then. */
  readonly life?: boolean | undefined;
  readonly bookmarkMs?: number | undefined;
  /** OpenID Connect issuer whose ID tokens the garden accepts, besides its own tokens. */
  readonly oidc?: OidcOptions | undefined;
}

/** A user of the demo landscape and the user's token. */
type GardenPerson = DemoIdentity & { readonly token: string };

export interface EmbeddedGarden {
  readonly url: string;
  readonly caPem: string;
  /** Token of the dashboard's service account, which has only the permissions that a dashboard needs. */
  readonly almanacToken: string;
  /** All users of the landscape, the operator first. */
  readonly identities: readonly GardenPerson[];
  readonly api: GardenApi;
  readonly clock: GardenClock;
  /** Messages to print for the user who starts the garden. */
  readonly notices: readonly string[];
  /** Creates a kubeconfig for one user. */
  kubeconfigFor(identity: string): string;
  stop(): Promise<void>;
}

const defaultBookmarkMs = 60_000;

/** Starts a garden in this process: a Kubernetes API on loopback, a demo landscape, and the Gardener controllers. */
export async function startEmbeddedGarden(options: EmbeddedGardenOptions = {}): Promise<EmbeddedGarden> {
  const { dataFolder } = options;
  const expectedPort = options.port || (await freePort());
  const place = { ...options, expectedPort };
  const state =
    dataFolder === undefined ? await createGardenState(place) : await openStoredGardenState(dataFolder, place);
  try {
    return await serve(state, place);
  } catch (error) {
    state.close();
    throw error;
  }
}

async function serve(state: GardenState, options: EmbeddedGardenOptions): Promise<EmbeddedGarden> {
  const { pace = 20, life = true, dataFolder } = options;
  const { store, clock, identity, seed, notebook, isRestored } = state;
  const people = demoIdentities.map((person) => ({ ...person, token: identity.tokens[person.name] ?? "" }));
  const registry = gardenResourceRegistry;
  const writer = createObjectWriter(store);
  const tokens = createServiceAccountTokens({ store, clock, secret: identity.certificate.keyPem });
  const certificates = createClientCertificates(identity.certificate.keyPem);
  const authorities = createShootAuthorities();
  const { caPem } = identity.certificate;
  let url = "";
  const garden: GardenServer = {
    registry,
    store,
    writer,
    clock,
    authorizer: createAuthorizer(store),
    snapshots: createPaginatedLists(() => performance.now()),
    userOf: tokenReader(people, { tokens, oidc: options.oidc }),
    tokens,
    longestTokenSeconds: (30 * dayMs) / 1000,
    subresources: kubeconfigHandlers(
      createShootAccess({ store, certificates, authorities, gardenUrl: () => url, gardenCaPem: caPem }),
    ),
    posts: new Map([["/almanac/clock", moveClock]]),
    texts: new Map(),
    kubernetes: "1.33.4",
    bookmarkMs: options.bookmarkMs ?? defaultBookmarkMs,
    whenStored: state.whenStored,
  };
  const api = createLocalGardenApi({ store, writer, clock, registry, system: controllerWriteIdentity });
  const machines = createMachineRecord(notebook);
  const bundles = await createCertificateBundles(clock.now());
  const shootApis = startShootApis({ garden, api, machines, notebook, certificates, authorities, pace, bundles });
  const { server, sockets } = createHttpsServer(garden, shootApis, identity);
  const { port, notices } = await listenAgain(
    server,
    options.port ?? 0,
    state.formerPort || (options.expectedPort ?? 0),
  );
  if (port !== state.formerPort) state.keepPort(port);
  url = gardenUrlAt(port);
  updateShootApiAddresses(store, url);
  const stopKubernetes = startKubernetesControllers({ store, api, registry });
  const stopControllers = startControllers({
    ...{ api, clock, pace, seed, life, machines, isRestored, projectQuotas: demoProjectQuotas },
    drainCheckOf: shootApis.drainCheckOf,
    shootApiUrl: (shoot) => `${url}${shootPath(shoot)}`,
  });

  const kubeconfigFile = options.kubeconfigFile ?? (dataFolder && path.join(dataFolder, "kubeconfig"));
  if (kubeconfigFile !== undefined) await writeKubeconfig(kubeconfigFile, { url, caPem, users: people });
  return {
    url,
    caPem,
    almanacToken: tokens.issue({
      account: almanacAccount(store),
      audiences: [],
      expiresAt: new Date(clock.now().getTime() + 36_500 * dayMs),
    }),
    identities: people,
    api,
    clock,
    notices: [...state.notices, ...(state.isRestored ? notices : [])],
    kubeconfigFor: (name) => formatKubeconfig({ url, caPem, users: people.filter((person) => person.name === name) }),
    async stop() {
      await stopControllers();
      stopKubernetes();
      shootApis.stop();
      await close(server, sockets);
      state.close();
    },
  };
}

function almanacAccount(store: GardenState["store"]): KubeObject {
  const account = store.collection(collectionKeyOf(serviceAccounts)).get("garden", "almanac");
  if (account === undefined) throw new Error("the landscape has no account for Almanac");
  return account;
}

function tokenReader(
  people: readonly GardenPerson[],
  { tokens, oidc }: { readonly tokens: ServiceAccountTokens; readonly oidc: OidcOptions | undefined },
): GardenServer["userOf"] {
  const users = new Map(people.map(({ token, username, groups }) => [token, { name: username, groups }]));
  const idTokens = oidc && createOidcTokens(oidc);
  return (token) => users.get(token) ?? tokens.read(token) ?? idTokens?.(token);
}

function createHttpsServer(garden: GardenServer, shootApis: ShootApis, { certificate }: GardenIdentity) {
  const sockets = new Set<Socket>();
  const server = createServer(
    {
      key: certificate.keyPem,
      cert: certificate.certificatePem,
      maxHeaderSize: 32 * 1024,
      // Client certificates are optional and verified later: Shoot clients send one, garden clients a token.
      requestCert: true,
      rejectUnauthorized: false,
    },
    (request, response) => {
      const target = parseShootUrl(request.url ?? "/");
      void (target ? shootApis.handle(target, request, response) : handleRequest(garden, request, response));
    },
  );
  rejectPlainHttp(server);
  // Watches stay open for minutes without data from the client.
  server.requestTimeout = 0;
  server.keepAliveTimeout = 60_000;
  // Tracks raw connections, so that a client without a completed TLS handshake cannot delay `stop`.
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  return { server, sockets };
}

interface Place {
  readonly port: number;
  readonly notices: readonly string[];
}

/** Listens on the wanted port, or else on the port of the previous process if it is free. */
async function listenAgain(server: Server, wanted: number, former: number): Promise<Place> {
  if (wanted !== 0 || former === 0) return { port: await listen(server, wanted), notices: [] };
  try {
    return { port: await listen(server, former), notices: [] };
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EADDRINUSE")) throw error;
    const port = await listen(server, 0);
    return { port, notices: [`port ${former} is taken: older kubeconfigs of this garden do not reach it on ${port}`] };
  }
}

/** A currently free port. If another process takes the port before use, the Shoots' API addresses are corrected. */
async function freePort(): Promise<number> {
  const probe = createProbe();
  const port = await listen(probe, 0);
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

function listen(server: NetServer, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      const address: AddressInfo | string | null = server.address();
      if (address === null || typeof address === "string") reject(new Error("the garden has no port"));
      else resolve(address.port);
    });
  });
}

function close(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    for (const socket of sockets) socket.destroy();
  });
}
