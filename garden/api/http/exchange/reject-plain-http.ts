import "server-only";
import type { Server } from "node:https";
import type { Socket } from "node:net";

const longestSilenceMs = 120_000;
/** Matches the first bytes of a plain HTTP request, as opposed to a TLS handshake. */
const requestStart = /^(GET \/|HEAD |POST |PUT \/|PATCH|DELET|OPTIO)/;
const answer = "HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n";

/**
 * Answers plain HTTP requests to the TLS port with an error message, as Go servers do. Must be called before other
 * connection listeners are added.
 * @source Go: net/http, which kube-apiserver serves with
 */
export function rejectPlainHttp(server: Server): void {
  const listeners = server.listeners("connection");
  server.removeAllListeners("connection");
  server.on("connection", (socket: Socket) => {
    socket.setTimeout(longestSilenceMs, () => socket.destroy());
    socket.on("error", () => undefined); // a client that disconnects before its first byte is not an error
    socket.once("data", (chunk: Buffer) => {
      socket.setTimeout(0);
      if (requestStart.test(chunk.subarray(0, 5).toString("latin1"))) {
        socket.end(answer);
        return;
      }
      socket.pause();
      socket.unshift(chunk);
      for (const listener of listeners) Reflect.apply(listener, server, [socket]);
    });
  });
}
