import { readPngSize } from "./png-size.ts";

/** Packs square PNG pictures of up to 256 pixels into an .ico file. */
export function packIcon(pictures: readonly Uint8Array[]): Uint8Array {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2); // an icon, not a cursor
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, picture] of pictures.entries()) {
    const { width, height } = readPngSize(picture);
    const entry = 6 + 16 * index;
    head.writeUInt8(width % 256, entry); // 0 stands for 256
    head.writeUInt8(height % 256, entry + 1);
    head.writeUInt16LE(1, entry + 4); // colour planes
    head.writeUInt16LE(32, entry + 6); // bits per pixel
    head.writeUInt32LE(picture.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += picture.length;
  }
  return Buffer.concat([head, ...pictures]);
}

/** Extracts the pictures of an .ico file. */
export function unpackIcon(icon: Uint8Array): readonly Buffer[] {
  const bytes = Buffer.from(icon);
  return Array.from({ length: bytes.readUInt16LE(4) }, (_, index) => {
    const entry = 6 + 16 * index;
    const offset = bytes.readUInt32LE(entry + 12);
    return bytes.subarray(offset, offset + bytes.readUInt32LE(entry + 8));
  });
}
