import { connect } from "node:net";
import { bytesOf, type RawRequest } from "#server/testing/fuzz/raw-request.ts";

export interface Answer {
  /** 0 when the connection was closed without one, -1 when none came in time. */
  readonly status: number;
  readonly text: string;
  readonly ms: number;
}

const keptChars = 20_000;

/** Sends one request on a connection of its own and reads the answer, of a stream only how it begins. */
export function exchange(
  port: number,
  request: Omit<RawRequest, "session">,
  { from, timeoutMs }: { readonly from: string; readonly timeoutMs: number },
): Promise<Answer> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const socket = connect({ port, host: "127.0.0.1", localAddress: from });
    let text = "";
    const finish = (late: boolean) => {
      socket.destroy();
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? (late ? -1 : 0));
      resolve({ status, text, ms: performance.now() - startedAt });
    };
    socket.setTimeout(timeoutMs, () => finish(true));
    socket.setEncoding("latin1");
    socket.on("data", (chunk: string) => {
      if (text.length < keptChars) text += chunk;
      if (isWhole(text)) finish(false);
    });
    socket.once("error", () => undefined);
    socket.once("close", () => finish(false));
    socket.write(bytesOf(request));
  });
}

/** Whether all has come that will come, as far as the kept part tells: some requests ask to keep the connection open. */
function isWhole(text: string): boolean {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return false;
  const head = text.slice(0, end).toLowerCase();
  if (head.includes("text/event-stream") || /^http\/1\.1 (204|304)/.test(head)) return true;
  const length = /\ncontent-length: (\d+)/.exec(head)?.[1];
  return length === undefined ? text.endsWith("\r\n0\r\n\r\n") : text.length - end - 4 >= Number(length);
}
