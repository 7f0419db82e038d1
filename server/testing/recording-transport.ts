import type { Transport, TransportRequest, TransportResponse } from "#server/garden/transport.ts";

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export interface RecordingTransport extends Transport {
  readonly requests: RecordedRequest[];
}

export interface RecordedResponse {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A transport that records requests and answers as `answer` decides; all other requests are unauthorized. */
export function recordingTransport(
  answer: (request: RecordedRequest) => RecordedResponse | undefined = () => undefined,
): RecordingTransport {
  const requests: RecordedRequest[] = [];
  return {
    requests,
    async send(request: TransportRequest): Promise<TransportResponse> {
      const recorded = {
        method: request.method,
        path: `${request.url.pathname}${request.url.search}`,
        headers: request.headers,
        body: request.body,
      };
      requests.push(recorded);
      const { status, body, headers } = answer(recorded) ?? { status: 401, body: unauthorized, headers: {} };
      return { status, headers: { "content-type": "application/json", ...headers }, body: bytesOf(body) };
    },
    close: async () => undefined,
  };
}

const unauthorized = { kind: "Status", apiVersion: "v1", status: "Failure", reason: "Unauthorized", code: 401 };

async function* bytesOf(body: object): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(JSON.stringify(body));
}
