import { constants, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compressEventBytes, gzipHeaderBytes } from "./compress-event-bytes.ts";
import { encodeStreamEvent } from "./event-frame.ts";

const unpacked = (blocks: readonly Uint8Array[]) =>
  gunzipSync(Buffer.concat([gzipHeaderBytes, ...blocks]), { finishFlush: constants.Z_SYNC_FLUSH });

const row = `data: ${JSON.stringify(Array.from({ length: 200 }, (_, index) => ({ name: `shoot-${index}` })))}\n\n`;

test("frames that were packed once can follow one another in any stream", () => {
  const frame = fc.oneof(
    fc.uint8Array({ maxLength: 600 }),
    fc.constantFrom(0, 511, 512, 65_535, 65_536, 140_000, 1_200_000).map((length) => new Uint8Array(length).fill(7)),
    fc.constant(new TextEncoder().encode(row)),
  );
  fc.assert(
    fc.property(fc.array(frame, { minLength: 1, maxLength: 6 }), (frames) => {
      expect(unpacked(frames.map(compressEventBytes)).equals(Buffer.concat(frames))).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test("rows are packed, a word is not, and neither waits for what follows", () => {
  const rows = new TextEncoder().encode(row);
  expect(compressEventBytes(rows).byteLength).toBeLessThan(rows.byteLength / 5);
  expect(compressEventBytes(Uint8Array.of(1, 2, 3)).byteLength).toBe(8);
  expect(unpacked([compressEventBytes(rows)]).toString()).toBe(row);
});

test("a frame is packed once for all who take it so", () => {
  const frame = encodeStreamEvent(row.slice(6, -2));
  expect(frame.bytes(true)).toBe(frame.bytes(true));
  expect(unpacked([frame.bytes(true)]).toString()).toBe(new TextDecoder().decode(frame.bytes(false)));
});
