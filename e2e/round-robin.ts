import { once } from "node:events";
import { request as ask, createServer } from "node:http";
import { pipeline } from "node:stream";

/** A replica behind the round-robin proxy. */
interface Place {
  readonly host: string;
  readonly port: number;
}

/** Starts a proxy that sends each request to the next replica, even on the same connection. */
export interface RoundRobin {
  stop(): void;
}

export async function startRoundRobin(places: readonly Place[], port: number): Promise<RoundRobin> {
  let turn = 0;
  const server = createServer((request, response) => {
    const place = places[turn % places.length];
    turn += 1;
    const { method, url, headers } = request;
    const onward = ask({ ...place, method, path: url, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      // Sends the headers now, because an event stream can have no events for some time.
      response.flushHeaders();
      pipeline(answer, response, () => undefined);
    });
    onward.once("error", () => response.destroy());
    response.once("close", () => onward.destroy());
    request.pipe(onward);
  });
  // Connections are kept open for long, so that the proxy never closes one while a client sends a request.
  server.keepAliveTimeout = 0;
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
