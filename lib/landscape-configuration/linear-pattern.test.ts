import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileLinearPattern } from "./linear-pattern.ts";

function compiled(pattern: string) {
  const result = compileLinearPattern(pattern);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

describe("patterns of cost objects", () => {
  test.each(["^([0-9]{9,10})?$", "^example.*$", "^(?:a|bc)+\\d?$", "[^a-c\\s-]{2}", "^\\w{2,}\\.[A-Z]$", "b|^a$", ""])(
    "%s matches exactly what RegExp matches",
    (pattern) => {
      const own = compiled(pattern);
      const reference = new RegExp(pattern);
      const letters = fc.constantFrom(..."abcBZ019 .-\nexamplé");
      fc.assert(
        fc.property(fc.string({ unit: letters, maxLength: 14 }), (text) => {
          expect(own(text)).toBe(reference.test(text));
        }),
      );
    },
  );

  test("a pattern over which RegExp would take years is answered after as many steps as the text is long", () => {
    const text = `${"a".repeat(900)}!`;
    expect(compiled("^(a+)+$")(text)).toBe(false);
    expect(compiled("^(a|aa)*$")("a".repeat(900))).toBe(true);
  });

  test("a text of more than 1,000 characters does not match, whatever the pattern", () => {
    expect(compiled("a")("a".repeat(1_001))).toBe(false);
  });

  test.each([
    ["(?=a)b", "has a look-around or a named group"],
    ["(?<year>\\d)", "has a look-around or a named group"],
    ["(a)\\1", "has \\1, which Almanac does not check"],
    ["\\bword", "has \\b, which Almanac does not check"],
    ["(a", "has a bracket that nothing closes"],
    ["a)", "has a bracket that nothing opens"],
    ["[a", "ends too early"],
    ["*a", "repeats nothing"],
    ["a**", "repeats a repetition"],
    ["a{3,2}", "has a repetition that ends before it begins"],
    ["[z-a]", "has a range that ends before it begins"],
    ["((a{999}){999}){999}", "is too large"],
    ["((){9999}){9999}", "is too large"],
    ["(((){9999}){9999}){30}", "is too large"],
    ["(".repeat(60), "is nested too deeply"],
  ])("%s is refused with the reason", (pattern, reason) => {
    expect(compileLinearPattern(pattern)).toEqual({ ok: false, error: reason });
  });
});
