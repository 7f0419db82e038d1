import { putLast } from "./put-last.ts";

/** Computes once per key and caches the `limit` latest answers: for keys from outside, whose number is unlimited. */
export function perKey<Answer extends NonNullable<unknown> | null>(
  limit: number,
  compute: (key: string) => Answer,
): (key: string) => Answer {
  const answers = new Map<string, Answer>();
  return (key) => {
    const known = answers.get(key);
    if (known !== undefined) return known;
    const answer = compute(key);
    putLast(answers, [key, answer], limit);
    return answer;
  };
}
