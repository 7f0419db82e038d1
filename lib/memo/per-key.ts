import { putLast } from "./put-last.ts";

/**
 * Computes once for each key and keeps the `limit` answers that were made last: for keys that come from outside, of which
 * there may be any number.
 */
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
