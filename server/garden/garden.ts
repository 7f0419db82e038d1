import "server-only";
import { ConcurrencyLimit } from "#lib/concurrency-limit.ts";
import type { GardenSummary } from "#lib/contract/session.ts";
import { KeyedConcurrencyLimit } from "#lib/keyed-concurrency-limit.ts";
import type { Tracing } from "#server/tracing/tracing.ts";
import type { ConnectionPolicy, CredentialSource, GardenConnection } from "./connection.ts";
import { createGardenClient } from "./garden-client.ts";
import { GardenError } from "./garden-error.ts";
import { type InClusterSource, inClusterConnection } from "./in-cluster.ts";
import { type KubeconfigSource, kubeconfigConnection } from "./kubeconfig.ts";
import { personOfToken } from "./person-of-token.ts";
import { createRequestSender, type RequestSender } from "./request-sender.ts";
import { tracedTransport } from "./traced-transport.ts";
import { createTransport, type Transport } from "./transport.ts";

/** An embedded demo garden, which runs in this process and has been started. */
interface EmbeddedSource {
  readonly kind: "embedded";
  readonly url: string;
  /** The demo garden's CA bundle as PEM. */
  readonly ca: string;
  /** Almanac's own token. */
  readonly token: string;
}

export type GardenSource = EmbeddedSource | KubeconfigSource | InClusterSource;

/** A garden's clients and connections, shared by all users. */
export type Garden = ReturnType<typeof createGarden>;

/** Prepares a garden's connection from its configuration, without a request. @throws GardenError `configuration` */
export async function openGarden(
  source: GardenSource,
  policy: ConnectionPolicy,
  tracing?: Tracing | undefined,
): Promise<Garden> {
  const connection = await connectionOf(source, policy);
  const transport = createTransport(connection);
  return createGarden(connection, tracing === undefined ? transport : tracedTransport(transport, tracing));
}

/** Maxima of concurrent requests: of all users, of one of them, and with Almanac's own credential. */
const mostCalls = { ofUsers: 50, ofUser: 16, own: 20 } as const;

/** Creates a garden whose requests are sent over the given transport. */
export function createGarden(connection: GardenConnection, transport: Transport) {
  const { kind, name, server, ownCredential } = connection;
  if (!URL.canParse(server)) {
    throw new GardenError({ reason: "configuration", message: "The garden's address is not a URL" });
  }
  // Users who ask much hold up neither others nor what Almanac itself reads, such as who has signed out everywhere.
  const ownSender = createRequestSender(server, transport, undefined, new ConcurrencyLimit(mostCalls.own));
  const ofUsers = new ConcurrencyLimit(mostCalls.ofUsers);
  const byUser = new KeyedConcurrencyLimit(mostCalls.ofUser);
  const senderOf = (token: string): RequestSender => {
    const person = personOfToken(token);
    return createRequestSender(server, transport, undefined, {
      run: (work, signal) => byUser.run(person, () => ofUsers.run(work, signal), signal),
    });
  };
  const summary: GardenSummary = { kind, name };
  return {
    summary,
    /** Scheme, host and port of the garden's API server. */
    origin: new URL(server).origin,
    /** The address of the API server and the PEM bundle of its authorities, for kubeconfigs. */
    endpoint: async () => ({ server, ca: await connection.ca() }),
    /**
     * Client with Almanac's own credential, for shared watches and what Almanac stores; undefined without one, as with a kubeconfig
     * without a user.
     */
    own: ownCredential && createGardenClient(ownSender, ownCredential),
    /** Token of Almanac's own credential, for development sign-in; undefined if there is none, or a certificate. */
    ownToken: async () => (await ownCredential?.())?.token,
    /** Creates a client with a user's own token. Users share connections. */
    withToken: (token: string) => createGardenClient(senderOf(token), tokenCredential(token)),
    /** Closes every connection immediately, including watches. */
    close: () => transport.close(),
  };
}

function connectionOf(source: GardenSource, policy: ConnectionPolicy): Promise<GardenConnection> | GardenConnection {
  switch (source.kind) {
    case "embedded":
      return {
        kind: "embedded",
        name: "demo",
        server: source.url.replace(/\/+$/, ""),
        ca: async () => source.ca,
        skipTlsVerify: false,
        ownCredential: tokenCredential(source.token),
      };
    case "kubeconfig":
      return kubeconfigConnection(source, policy);
    case "in-cluster":
      return inClusterConnection(source);
  }
}

function tokenCredential(token: string): CredentialSource {
  // Refuses an empty token, which would become an anonymous request, and characters that are invalid in a header.
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new GardenError({ reason: "unauthorized", message: "The token is empty or has characters no token has" });
  }
  return async () => ({ token });
}
