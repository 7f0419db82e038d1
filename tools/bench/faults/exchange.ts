import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";

export interface BenchRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The address to come from: limits count addresses. */
  readonly from?: string;
  readonly timeoutMs?: number;
}

export interface BenchResponse {
  /** 0 when the connection broke, -1 when nothing came in time. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly ms: number;
}

const agent = new Agent({ keepAlive: false });

/** Asks once and reads to the end. Never throws: how it failed is the answer. */
export function exchange(port: number, asking: BenchRequest): Promise<BenchResponse> {
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
