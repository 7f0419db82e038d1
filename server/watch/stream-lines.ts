import "server-only";

export type StreamLine =
  | { readonly kind: "text"; readonly text: string }
  /** Only the beginning was kept; Kubernetes puts an object's identity there. */
  | { readonly kind: "oversized"; readonly head: string; readonly bytes: number };

const lineFeed = 0x0a;
const headBytes = 64 * 1024;

/** Splits a byte stream into lines, buffering at most `limitBytes` per line. Empty lines are omitted. */
export function createLineSplitter(limitBytes: number) {
  let parts: Uint8Array[] = [];
  let sizeBytes = 0;

  function hold(part: Uint8Array): void {
    const wasOversized = sizeBytes > limitBytes;
    sizeBytes += part.byteLength;
    if (wasOversized) return;
    parts.push(part);
    if (sizeBytes > limitBytes) parts = [Buffer.concat(parts).subarray(0, headBytes)];
  }

  function take(): StreamLine {
    const [only = Buffer.alloc(0), ...more] = parts;
    const bytes = more.length === 0 ? only : Buffer.concat(parts);
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
    const line: StreamLine =
      sizeBytes > limitBytes ? { kind: "oversized", head: text, bytes: sizeBytes } : { kind: "text", text };
    parts = [];
    sizeBytes = 0;
    return line;
  }

  return {
    /** The lines that this chunk completes; the remaining data waits for the next chunk. */
    push(chunk: Uint8Array): StreamLine[] {
      const lines: StreamLine[] = [];
      let from = 0;
      for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, from)) {
        hold(chunk.subarray(from, at));
        from = at + 1;
        if (sizeBytes > 0) lines.push(take());
      }
      // Copied, because the transport may reuse its buffer.
      if (from < chunk.byteLength) hold(chunk.slice(from));
      return lines;
    },
  };
}
