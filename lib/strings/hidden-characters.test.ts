import { describe, expect, test } from "vitest";
import { escapeHiddenCharacters, hasHiddenCharacters, markHiddenCharacters } from "./hidden-characters.ts";

describe("S19: what is not seen but changes what is read is named", () => {
  test.each<[string, string, string]>([
    ["an override of the direction", "invoice\u202Efdp.exe", "invoice⟨U+202E⟩fdp.exe"],
    ["isolates", "a\u2066b\u2069c", "a⟨U+2066⟩b⟨U+2069⟩c"],
    ["marks", "a\u200Eb\u200Fc\u061Cd", "a⟨U+200E⟩b⟨U+200F⟩c⟨U+061C⟩d"],
    ["a blank without width", "pay\u200Bments", "pay⟨U+200B⟩ments"],
    ["a byte order mark", "\uFEFFa", "⟨U+FEFF⟩a"],
    ["tags", "a\u{E0041}b", "a⟨U+E0041⟩b"],
    ["a line separator", "a\u2028b", "a⟨U+2028⟩b"],
    ["a control of eight bits, as terminals take it", "a\u009B31mb", "a⟨U+009B⟩31mb"],
  ])("%s", (_name, text, marked) => {
    expect(hasHiddenCharacters(text)).toBe(true);
    expect(markHiddenCharacters(text)).toBe(marked);
  });

  test.each(["Reconciliation failed: 3 errors", "שלום", "مرحبا", "नमस्ते", "👩‍💻", "می‌خواهم", "a\tb\nc", "é"])(
    "%j is left as it is",
    (text) => {
      expect(hasHiddenCharacters(text)).toBe(false);
      expect(markHiddenCharacters(text)).toBe(text);
      expect(escapeHiddenCharacters(text)).toBe(text);
    },
  );

  test("escapes are those that YAML reads back", () => {
    expect(escapeHiddenCharacters("a\u202Eb\u{E0041}")).toBe("a\\u202eb\\U000e0041");
  });
});
