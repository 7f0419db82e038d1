const signature = "89504e470d0a1a0a";

/** Width and height of a PNG picture in pixels, from its header. @throws if the file is not a PNG */
export function readPngSize(picture: Uint8Array): { readonly width: number; readonly height: number } {
  const bytes = Buffer.from(picture);
  if (bytes.subarray(0, 8).toString("hex") !== signature) throw new Error("This is no PNG.");
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}
