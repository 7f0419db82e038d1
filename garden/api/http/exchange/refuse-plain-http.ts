import "server-only";
import type { Server } from "node:https";
import type { Socket } from "node:net";

const longestSilenceMs = 120_000;
/** How requests begin that were meant for a server without TLS. */
const requestStart = /^(GET \/|HEAD |POST |PUT \/|PATCH|DELET|OPTIO)/;
const answer = "HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n";

/**
 * Answers those who speak plain HTTP in words, instead of breaking the connection off in the midst of a handshake. Goes
 * before everything that listens for connections later.
 * @source Go: net/http, which kube-apiserver serves with
 */
export function refusePlainHttp(server: Server): void {
  const listeners = server.listeners("connection");
  server.removeAllListeners("connection");
  server.on("connection", (socket: Socket) => {
    socket.setTimeout(longestSilenceMs, () => socket.destroy());
    socket.on("error", () => undefined); // whoever goes away before the first byte is nobody's fault
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
