import fc from "fast-check";
import { expect, test } from "vitest";
import { packText, unpackText } from "./pack-text.ts";

test("a text comes out of an address as it went in", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "grapheme", maxLength: 120 }), async (text) => {
      const packed = await packText(text);
      expect(packed).toMatch(/^[\w-]*$/);
      expect(await unpackText(packed)).toBe(text);
    }),
    { seed: 5, numRuns: 20 },
  );
});

test("what nobody packed is refused, and so is what would fill the memory", async () => {
  await expect(unpackText("not packed!")).rejects.toThrow();
  await expect(unpackText("AAAA")).rejects.toThrow();
  await expect(unpackText(await packText("a".repeat(1_400_001)))).rejects.toThrow();
});
