import "server-only";
import { createHash } from "node:crypto";
import { Agent, type Dispatcher, ProxyAgent } from "undici";
import type { ClientCertificate, GardenConnection } from "./connection.ts";

export interface AgentPool {
  /**
   * The connections for requests that bear a token (no certificate), or for one client certificate. A token never
   * travels on a connection that was opened with a certificate: the garden would take the certificate for the caller.
   */
  agentFor(certificate: ClientCertificate | undefined): Promise<Dispatcher>;
  close(): Promise<void>;
}

interface PooledAgent {
  readonly fingerprint: string;
  readonly agent: Dispatcher;
}

const connectTimeoutMs = 5_000;
const tcpKeepAliveMs = 30_000;
/** Watches hold a socket each; beyond this many, requests wait for one. */
const maxConnections = 256;

/**
 * One undici Agent per garden for all bearer traffic, and one per client certificate. Keys are hashes of the key
 * material, never names, so that two users of one name cannot meet. A new CA or certificate replaces its predecessor.
 */
export function createAgentPool(connection: GardenConnection): AgentPool {
  const byIdentity = new Map<string, PooledAgent>();

  return {
    async agentFor(certificate) {
      const ca = await connection.ca();
      const identity = certificate === undefined ? "bearer" : hash(certificate.cert, certificate.key);
      const fingerprint = hash(identity, ca ?? "");
      const pooled = byIdentity.get(identity);
      if (pooled?.fingerprint === fingerprint) return pooled.agent;
      const agent = createAgent(connection, { ca, certificate });
      byIdentity.set(identity, { fingerprint, agent });
      // Requests under way finish on the old connections.
      void pooled?.agent.close();
      return agent;
    },
    async close() {
      const agents = [...byIdentity.values()];
      byIdentity.clear();
      await Promise.all(agents.map(({ agent }) => agent.destroy()));
    },
  };
}

function createAgent(
  connection: GardenConnection,
  tls: { ca: string | undefined; certificate: ClientCertificate | undefined },
): Dispatcher {
  const requestTls = {
    ...(tls.ca === undefined ? {} : { ca: tls.ca }),
    ...tls.certificate,
    ...(connection.serverName === undefined ? {} : { servername: connection.serverName }),
    ...(connection.lookup === undefined ? {} : { lookup: connection.lookup }),
    rejectUnauthorized: !connection.skipTlsVerify,
    keepAlive: true,
    keepAliveInitialDelay: tcpKeepAliveMs,
    timeout: connectTimeoutMs,
  };
  // HTTP/1.1: a socket per watch has no head-of-line blocking and no session that dies unnoticed.
  const options = { allowH2: false, connections: maxConnections, keepAliveTimeout: 30_000 };
  return connection.proxyUrl === undefined
    ? new Agent({ ...options, connect: requestTls })
    : new ProxyAgent({ ...options, uri: connection.proxyUrl, requestTls });
}

function hash(...parts: readonly string[]): string {
  const digest = createHash("sha256");
  for (const part of parts) digest.update(`${part.length}:`).update(part);
  return digest.digest("hex");
}
