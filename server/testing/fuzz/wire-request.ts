/** A raw HTTP request, whose parts may all be invalid. */
export interface WireRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  /** Kind of session cookie to send. */
  readonly session: "none" | "valid" | "tampered";
}

/** The raw request as bytes in UTF-8. */
export function encodeWireRequest({ method, target, headers, body }: Omit<WireRequest, "session">): Buffer {
  const payload = Buffer.from(body, "utf8");
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    "connection: close",
    ...(payload.byteLength === 0 ? [] : [`content-length: ${payload.byteLength}`]),
  ];
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "utf8"), payload]);
}
