const leastLetters = 3;

/**
 * Returns the words after a verb with which the typed text begins: for the verb `Wake up` and the text `wak ledger` it
 * is `ledger`. The verb may be shortened to three letters.
 *
 * @returns undefined if the text does not begin with the verb; empty if nothing follows it
 */
export function textAfterVerb(typed: string, verb: string): string | undefined {
  const words = typed.toLowerCase().trim().split(/\s+/);
  const [first = "", ...particles] = verb.toLowerCase().split(/\s+/);
  const [begun = "", ...rest] = words;
  if (begun.length < leastLetters || !first.startsWith(begun)) return undefined;
  for (const particle of particles) if (rest[0] === particle) rest.shift();
  return rest.join(" ");
}
