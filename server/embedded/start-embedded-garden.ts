import "server-only";
import { createServer, type Server } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { KubeObject } from "#lib/kube/object.ts";
import { startControllers } from "./controllers/start-controllers.ts";
import { createDemoLandscape } from "./demo/create-demo-landscape.ts";
import type { DemoIdentity } from "./demo/identities.ts";
import type { GardenApi } from "./garden-api.ts";
import { createGardenClock, type GardenClock } from "./garden-clock.ts";
import type { GardenServer } from "./http/exchange.ts";
import { handleRequest } from "./http/handle-request.ts";
import { type GardenIdentity, keptGardenIdentity, newGardenIdentity } from "./identity-file.ts";
import { kubeconfigText, writeKubeconfig } from "./kubeconfig.ts";
import { createLocalGardenApi } from "./local-garden-api.ts";
import { startNamespaceLifecycle } from "./namespace-lifecycle.ts";
import { createAuthorizer } from "./rbac/authorizer.ts";
import { createServiceAccountTokens, type ServiceAccountTokens } from "./rbac/service-account-tokens.ts";
import type { User } from "./rbac/user.ts";
import { createObjectWriter } from "./registry/object-writer.ts";
import { definitionOfKind } from "./registry/registry.ts";
import { createShootAccess } from "./shoot-access/shoot-access.ts";
import { createSnapshots } from "./store/snapshots.ts";
import { createStore, resourceKey, type Store } from "./store/store.ts";

export interface EmbeddedGardenOptions {
  /** A free one when missing or 0. */
  readonly port?: number | undefined;
  /** Where the kubeconfig goes; beside it, certificates and tokens are kept for the next start. */
  readonly kubeconfigFile?: string | undefined;
  /** Generated Shoots beside the demo landscape. */
  readonly shoots?: number | undefined;
  readonly seed?: number | undefined;
  /** How many times faster than real the controllers work. */
  readonly pace?: number | undefined;
  readonly speed?: number | undefined;
  readonly now?: Date | undefined;
  /** Whether Shoots are reconciled now and then without anybody asking. */
  readonly life?: boolean | undefined;
  readonly bookmarkMs?: number | undefined;
}

/** A person who may sign in, with the token that does it. */
type GardenPerson = DemoIdentity & { readonly token: string };

export interface EmbeddedGarden {
  readonly url: string;
  readonly caPem: string;
  /** Everybody in the landscape, the operator first. */
  readonly identities: readonly GardenPerson[];
  readonly api: GardenApi;
  readonly clock: GardenClock;
  /** A kubeconfig for one person. */
  kubeconfigFor(identity: string): string;
  stop(): Promise<void>;
}

const defaultBookmarkMs = 60_000;

/** Starts a garden in this process: a Kubernetes API on loopback, a landscape in it, and the controllers. */
export async function startEmbeddedGarden(options: EmbeddedGardenOptions = {}): Promise<EmbeddedGarden> {
  const { seed = 1, pace = 20, shoots = 0, life = true } = options;
  const clock = createGardenClock({ startAt: options.now, speed: options.speed });
  const landscape = createDemoLandscape({ now: clock.now(), seed, shoots });
  const identity = await gardenIdentity(options, landscape.identities);
  const people = landscape.identities.map((person) => ({ ...person, token: identity.tokens[person.name] ?? "" }));

  // Versions start at the milliseconds since 1970: above whatever an earlier run of this garden has handed out. Seconds
  // would not do: loading and writing a landscape hands out more versions than that, and the two histories would overlap.
  const store = createStore({ now: () => performance.now(), firstVersion: Date.now() });
  load(store, landscape.objects);
  const writer = createObjectWriter(store);
  const tokens = createServiceAccountTokens({ store, clock, secret: identity.certificate.keyPem });
  const garden: GardenServer = {
    store,
    writer,
    clock,
    authorizer: createAuthorizer(store),
    snapshots: createSnapshots(() => performance.now()),
    userOf: tokenReader(people, tokens),
    tokens,
    shootAccess: createShootAccess(store),
    bookmarkMs: options.bookmarkMs ?? defaultBookmarkMs,
  };
  const { server, sockets } = createHttpsServer(garden, identity);
  const port = await listen(server, options.port ?? 0);
  const api = createLocalGardenApi({ store, writer, clock });
  const stopNamespaces = startNamespaceLifecycle({ store, api });
  const stopControllers = startControllers({ api, clock, pace, seed, life });

  const url = `https://127.0.0.1:${port}`;
  const { caPem } = identity.certificate;
  if (options.kubeconfigFile !== undefined)
    await writeKubeconfig(options.kubeconfigFile, { url, caPem, users: people });
  return {
    url,
    caPem,
    identities: people,
    api,
    clock,
    kubeconfigFor: (name) => kubeconfigText({ url, caPem, users: people.filter((person) => person.name === name) }),
    async stop() {
      await stopControllers();
      stopNamespaces();
      clock.stop();
      await close(server, sockets);
    },
  };
}

function gardenIdentity(
  { kubeconfigFile }: EmbeddedGardenOptions,
  people: readonly DemoIdentity[],
): Promise<GardenIdentity> {
  const names = people.map(({ name }) => name);
  const now = new Date();
  return kubeconfigFile === undefined
    ? newGardenIdentity(names, now)
    : keptGardenIdentity(`${kubeconfigFile}.identity.json`, names, now);
}

function load(store: Store, objects: readonly KubeObject[]): void {
  const byKind = Map.groupBy(objects, ({ apiVersion, kind }) => `${apiVersion}/${kind}`);
  for (const members of byKind.values()) {
    const [first] = members;
    const definition = definitionOfKind(first?.apiVersion, first?.kind);
    if (definition === undefined)
      throw new Error(`the landscape holds a ${first?.kind}, which the garden does not serve`);
    store.load(resourceKey(definition.resource), members);
  }
}

function tokenReader(
  people: readonly GardenPerson[],
  tokens: ServiceAccountTokens,
): (token: string) => User | undefined {
  const users = new Map(people.map(({ token, username, groups }) => [token, { name: username, groups }]));
  return (token) => users.get(token) ?? tokens.read(token);
}

function createHttpsServer(garden: GardenServer, { certificate }: GardenIdentity) {
  const sockets = new Set<Socket>();
  const server = createServer(
    { key: certificate.keyPem, cert: certificate.certificatePem, maxHeaderSize: 32 * 1024 },
    (request, response) => {
      void handleRequest(garden, request, response);
    },
  );
  // Watches stay open for minutes without a byte from the client.
  server.requestTimeout = 0;
  server.keepAliveTimeout = 60_000;
  // Connections as they come, for one that never gets through its TLS handshake must not keep the garden from stopping.
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  return { server, sockets };
}

function listen(server: Server, port: number): Promise<number> {
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
