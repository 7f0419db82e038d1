import fc from "fast-check";
import { expect, test } from "vitest";
import { compressTextForUrl, decompressTextFromUrl } from "./compress-text-for-url.ts";

test("a text comes out of an address as it went in", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "grapheme", maxLength: 120 }), async (text) => {
      const packed = await compressTextForUrl(text);
      expect(packed).toMatch(/^[\w-]*$/);
      expect(await decompressTextFromUrl(packed)).toBe(text);
    }),
    { seed: 5, numRuns: 20 },
  );
});

test("what nobody packed is refused, and so is what would fill the memory", async () => {
  await expect(decompressTextFromUrl("not packed!")).rejects.toThrow();
  await expect(decompressTextFromUrl("AAAA")).rejects.toThrow();
  await expect(decompressTextFromUrl(await compressTextForUrl("a".repeat(1_400_001)))).rejects.toThrow();
});
