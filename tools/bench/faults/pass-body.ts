import type { IncomingMessage, ServerResponse } from "node:http";

interface LineEnd {
  /** Receives a line without its line break; returns false if the source has to wait. */
  line(text: string): boolean;
  drained(next: () => void): void;
  end(): void;
}

/** Forwards a watch line by line, so that a disturbance can begin between two lines. */
export function forwardLines(answer: IncomingMessage, to: LineEnd): void {
  let rest = "";
  answer.setEncoding("utf8");
  answer.on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    const flows = lines.map((line) => line === "" || to.line(line)).every(Boolean);
    if (flows) return;
    answer.pause();
    to.drained(() => answer.resume());
  });
  answer.on("end", () => to.end());
}

const stepMs = 100;

/** Forwards a response body with the given number of bytes per second. */
export function forwardSlowly(answer: IncomingMessage, response: ServerResponse, bytesPerSecond: number): void {
  const chunks: Buffer[] = [];
  let ended = false;
  answer.on("data", (chunk: Buffer) => chunks.push(chunk));
  answer.on("end", () => {
    ended = true;
  });
  const share = Math.max(1, Math.round((bytesPerSecond * stepMs) / 1000));
  const timer = setInterval(() => {
    const held = Buffer.concat(chunks.splice(0));
    if (held.byteLength > 0) response.write(held.subarray(0, share));
    if (held.byteLength > share) chunks.push(held.subarray(share));
    if (!ended || chunks.length > 0) return;
    clearInterval(timer);
    response.end();
  }, stepMs);
  timer.unref();
  response.on("close", () => clearInterval(timer));
}
