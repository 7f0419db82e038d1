import { connect } from "node:net";

/** Sends these very lines to a server on this machine, and answers with what came back until it closed. */
export async function rawExchange(port: number, lines: readonly string[]): Promise<string> {
  const socket = connect(port, "localhost");
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  let answer = "";
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}
