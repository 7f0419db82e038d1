import { once } from "node:events";
import { request } from "node:http";
import { createServer } from "node:https";
import { pipeline } from "node:stream";
import { findFreePort } from "#e2e/processes.ts";
import { createRunAuthority } from "#tools/real-garden/authority.ts";

/** A TLS endpoint through which clients reach the pod. */
export interface Ingress {
  readonly port: number;
  stop(): void;
}

/** Starts a proxy that acts like an Ingress controller: terminates TLS for a host and forwards requests to a pod. */
export async function startIngress(host: string, podPort: number): Promise<Ingress> {
  const authority = await createRunAuthority("ingress");
  const { certificatePem, keyPem } = await authority.serverPair([host]);
  const server = createServer({ cert: certificatePem, key: keyPem }, (incoming, response) => {
    const { method, url, headers, socket } = incoming;
    const onward = request(
      {
        ...{ host: "127.0.0.1", port: podPort, method, path: url, agent: false },
        headers: { ...headers, "x-forwarded-for": socket.remoteAddress },
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        response.flushHeaders();
        pipeline(answer, response, () => undefined);
      },
    );
    onward.once("error", () => response.destroy());
    response.once("close", () => onward.destroy());
    incoming.pipe(onward);
  });
  const port = await findFreePort();
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    port,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
