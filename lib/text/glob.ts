/**
 * Whether `text` matches `pattern`, in which `*` stands for any characters; without regard to case. The pattern comes
 * from an address bar, so it is matched without a regular expression: no input makes it slow.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  const [first = "", ...rest] = pattern.toLowerCase().split("*");
  const subject = text.toLowerCase();
  if (rest.length === 0) return subject === first;
  if (!subject.startsWith(first)) return false;
  const last = rest.pop() ?? "";
  let from = first.length;
  for (const part of rest) {
    const at = subject.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return subject.length - last.length >= from && subject.endsWith(last);
}
