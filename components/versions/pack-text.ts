/** Limit in bytes, uncompressed: no profile is larger, and a link must not exhaust the memory. */
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

/** Encodes a text for an address: compressed, in base64url. */
export async function packText(text: string): Promise<string> {
  const packed = await through(new Blob([text]), new CompressionStream("deflate-raw"));
  const letters = Array.from(new Uint8Array(await packed.arrayBuffer()), (byte) => String.fromCharCode(byte));
  return btoa(letters.join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Decodes a text encoded by `packText`; rejects invalid input. */
export async function unpackText(packed: string): Promise<string> {
  const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  return (await through(new Blob([bytes]), new DecompressionStream("deflate-raw"))).text();
}
