import { connect } from "node:net";

/** Sends lines to a server on this machine without an HTTP client; returns all it answers until it closes. */
export async function sendRawLines(port: number, lines: readonly string[]): Promise<string> {
  const socket = connect(port, "localhost");
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  let answer = "";
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}
