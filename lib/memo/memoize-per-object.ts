/**
 * Computes a value once per object in a WeakMap, so that the result is dropped together with the object. It suits
 * immutable objects only, because results are never recomputed.
 */
export function memoizePerObject<Subject extends object, Answer extends NonNullable<unknown> | null>(
  compute: (subject: Subject) => Answer,
): (subject: Subject) => Answer {
  const answers = new WeakMap<Subject, Answer>();
  return (subject) => {
    const known = answers.get(subject);
    if (known !== undefined) return known;
    const answer = compute(subject);
    answers.set(subject, answer);
    return answer;
  };
}
