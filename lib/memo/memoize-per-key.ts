import { putLastWithLimit } from "./put-last-with-limit.ts";

/** Computes a value once per key and caches the `limit` latest, for keys from user input, whose number is unlimited. */
export function memoizePerKey<Answer extends NonNullable<unknown> | null>(
  limit: number,
  compute: (key: string) => Answer,
): (key: string) => Answer {
  const answers = new Map<string, Answer>();
  return (key) => {
    const known = answers.get(key);
    if (known !== undefined) return known;
    const answer = compute(key);
    putLastWithLimit(answers, [key, answer], limit);
    return answer;
  };
}
