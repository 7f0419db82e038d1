import "server-only";
import type { GardenSummary } from "#lib/contract/session.ts";
import type { Tracing } from "#server/tracing/tracing.ts";
import type { ConnectionPolicy, CredentialSource, GardenConnection } from "./connection.ts";
import { createGardenClient } from "./garden-client.ts";
import { GardenError } from "./garden-error.ts";
import { type InClusterSource, inClusterConnection } from "./in-cluster.ts";
import { type KubeconfigSource, kubeconfigConnection } from "./kubeconfig.ts";
import { createRequestSender } from "./request-sender.ts";
import { tracedTransport } from "./traced-transport.ts";
import { createTransport, type Transport } from "./transport.ts";

/** The garden that this process serves itself; its caller has started it. */
interface EmbeddedSource {
  readonly kind: "embedded";
  readonly url: string;
  /** CA bundle as PEM. */
  readonly ca: string;
  /** Almanac's own token. */
  readonly token: string;
}

export type GardenSource = EmbeddedSource | KubeconfigSource | InClusterSource;

/** One garden and its shared connections. */
export type Garden = ReturnType<typeof createGarden>;

/** Reads the garden's address and credentials, without a request. @throws GardenError `configuration` */
export async function openGarden(
  source: GardenSource,
  policy: ConnectionPolicy,
  tracing?: Tracing | undefined,
): Promise<Garden> {
  const connection = await connectionOf(source, policy);
  const transport = createTransport(connection);
  return createGarden(connection, tracing === undefined ? transport : tracedTransport(transport, tracing));
}

/** Creates a garden over the given transport. */
export function createGarden(connection: GardenConnection, transport: Transport) {
  const { kind, name, server, ownCredential } = connection;
  if (!URL.canParse(server)) {
    throw new GardenError({ reason: "configuration", message: "The garden's address is not a URL" });
  }
  const sender = createRequestSender(server, transport);
  const summary: GardenSummary = { kind, name };
  return {
    summary,
    /** Scheme, host and port of the API server. */
    origin: new URL(server).origin,
    /**
     * Client with Almanac's own credential, only for shared watches; undefined without one, as with a kubeconfig
     * without a user.
     */
    own: ownCredential && createGardenClient(sender, ownCredential),
    /** Token of Almanac's own credential, for development; undefined without one or when it is a certificate. */
    ownToken: async () => (await ownCredential?.())?.token,
    /** Client with a user's own credential. Connections are shared, identities are not. */
    withToken: (token: string) => createGardenClient(sender, tokenCredential(token)),
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
  // Invalid header values would fail deep in the transport; an empty token must not become an anonymous request.
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new GardenError({ reason: "unauthorized", message: "The token is empty or has characters no token has" });
  }
  return async () => ({ token });
}
