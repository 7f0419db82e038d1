/** Maximum size in bytes of an uncompressed text, to protect the browser against malicious links. */
const longest = 1_400_000;

async function through(text: Blob, by: CompressionStream | DecompressionStream): Promise<Blob> {
  const reader = text.stream().pipeThrough(by).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > longest) throw new RangeError("the text is larger than any object may be");
    parts.push(part.value);
  }
  return new Blob(parts);
}

/** Compresses a text and encodes it as base64url, for use in a URL. */
export async function compressTextForUrl(text: string): Promise<string> {
  const packed = await through(new Blob([text]), new CompressionStream("deflate-raw"));
  const letters = Array.from(new Uint8Array(await packed.arrayBuffer()), (byte) => String.fromCharCode(byte));
  return btoa(letters.join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Decodes a text that was compressed for a URL. Rejects for invalid input. */
export async function decompressTextFromUrl(packed: string): Promise<string> {
  const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  return (await through(new Blob([bytes]), new DecompressionStream("deflate-raw"))).text();
}
