/**
 * Keeps the last answer: the same arguments again, compared by identity, give the very same object. For what is asked
 * again and again of one state, and is of no use once the state is another.
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
