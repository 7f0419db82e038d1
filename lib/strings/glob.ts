/**
 * Returns a case-insensitive test for `pattern`, in which `*` stands for any characters. The pattern comes from the
 * URL, so it is matched without a regular expression, and no input makes it slow. It is parsed once for many texts.
 */
export function createGlobTest(pattern: string): (text: string) => boolean {
  const [first = "", ...rest] = pattern.toLowerCase().split("*");
  const last = rest.pop();
  // Adjacent stars mean the same as one star.
  const parts = rest.filter((part) => part !== "");
  return (text) => {
    const subject = text.toLowerCase();
    if (last === undefined) return subject === first;
    if (!subject.startsWith(first)) return false;
    let from = first.length;
    for (const part of parts) {
      const at = subject.indexOf(part, from);
      if (at < 0) return false;
      from = at + part.length;
    }
    return subject.length - last.length >= from && subject.endsWith(last);
  };
}
