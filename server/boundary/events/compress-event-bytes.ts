import "server-only";
import { constants, deflateRawSync } from "node:zlib";

/** The header of a gzip stream: method deflate, no file name, no date, unknown operating system. */
export const gzipHeaderBytes: Uint8Array = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);

/** Events below this size are stored uncompressed, since compressing them costs more than it saves. */
const leastBytes = 512;
/** Events above this size are stored uncompressed too: compressing them would block other clients. */
const mostBytes = 1024 * 1024;
const mostStoredBytes = 0xff_ff;

/**
 * Compresses bytes into deflate blocks that start and end on a byte boundary and refer to no earlier bytes. Such blocks
 * can be appended to any number of gzip streams, and no stream needs compressor state.
 * @source RFC 1951, sections 3.2.3 and 3.2.4
 */
export function compressEventBytes(bytes: Uint8Array): Uint8Array {
  if (bytes.byteLength < leastBytes || bytes.byteLength > mostBytes) return stored(bytes);
  return deflateRawSync(bytes, { level: 3, finishFlush: constants.Z_SYNC_FLUSH });
}

function stored(bytes: Uint8Array): Uint8Array {
  const blocks = Math.ceil(bytes.byteLength / mostStoredBytes);
  const out = new Uint8Array(bytes.byteLength + 5 * blocks);
  const view = new DataView(out.buffer);
  for (let block = 0; block < blocks; block += 1) {
    const piece = bytes.subarray(block * mostStoredBytes, (block + 1) * mostStoredBytes);
    const at = block * (mostStoredBytes + 5);
    view.setUint16(at + 1, piece.byteLength, true);
    view.setUint16(at + 3, ~piece.byteLength & 0xff_ff, true);
    out.set(piece, at + 5);
  }
  return out;
}
