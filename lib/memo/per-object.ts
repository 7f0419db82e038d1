/**
 * Computes once per object, and drops the answer together with it. Only for immutable objects: answers are never
 * recomputed.
 */
export function perObject<Subject extends object, Answer extends NonNullable<unknown> | null>(
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
