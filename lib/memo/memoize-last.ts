/**
 * Caches the last result of a function: a call with identical arguments returns the same object. It suits values that
 * are requested repeatedly for one state and become useless when the state changes.
 */
export function memoizeLast<Arguments extends readonly unknown[], Answer>(
  compute: (...given: Arguments) => Answer,
): (...given: Arguments) => Answer {
  let last: { readonly given: Arguments; readonly answer: Answer } | undefined;
  return (...given) => {
    const known = last;
    if (known && known.given.length === given.length && given.every((each, at) => Object.is(each, known.given[at])))
      return known.answer;
    const answer = compute(...given);
    last = { given, answer };
    return answer;
  };
}
