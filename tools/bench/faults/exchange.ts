import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";

export interface BenchRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Local address of the connection, because rate limits count requests by address. */
  readonly from?: string;
  readonly timeoutMs?: number;
}

export interface BenchResponse {
  /** HTTP status; 0 if the connection broke, -1 if no response came in time. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly ms: number;
}

const agent = new Agent({ keepAlive: false });

/** Sends a request and reads the complete response. Never throws: failures are part of the result. */
export function sendBenchRequest(port: number, asking: BenchRequest): Promise<BenchResponse> {
  const { method = "GET", path, headers = {}, body, from = "127.0.0.1", timeoutMs = 30_000 } = asking;
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const finish = (status: number, response?: IncomingMessage, text = Buffer.alloc(0)) => {
      clearTimeout(timer);
      resolve({ status, headers: response?.headers ?? {}, body: text, ms: performance.now() - startedAt });
    };
    const outgoing = request(
      { host: "127.0.0.1", port, localAddress: from, method, path, agent, headers },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", () => finish(0));
        response.on("end", () => finish(response.statusCode ?? 0, response, Buffer.concat(chunks)));
      },
    );
    const timer = setTimeout(() => {
      finish(-1);
      outgoing.destroy();
    }, timeoutMs);
    outgoing.on("error", () => finish(0));
    outgoing.end(body);
  });
}
