import { once } from "node:events";
import { request as ask, createServer } from "node:http";
import { pipeline } from "node:stream";

/** A replica behind the proxy. */
interface Place {
  readonly host: string;
  readonly port: number;
}

/** Gives each request to the next replica, whatever connection it came over. */
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
      // A stream may have nothing to say for a while, and is open all the same.
      response.flushHeaders();
      pipeline(answer, response, () => undefined);
    });
    onward.once("error", () => response.destroy());
    response.once("close", () => onward.destroy());
    request.pipe(onward);
  });
  // Whoever keeps a connection never finds it closed at the very moment of asking.
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
