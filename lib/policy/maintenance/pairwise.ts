/**
 * Remembers the answers to questions about two texts. Two steps of look-up are cheaper than one joined key.
 *
 * @returns the remembered answer, or the one that `make` gives
 */
export function pairwise<Answer>(): (first: string, second: string, make: () => Answer) => Answer {
  const known = new Map<string, Map<string, { readonly answer: Answer }>>();
  return (first, second, make) => {
    let row = known.get(first);
    if (row === undefined) {
      row = new Map();
      known.set(first, row);
    }
    const held = row.get(second);
    if (held !== undefined) return held.answer;
    const answer = make();
    row.set(second, { answer });
    return answer;
  };
}
