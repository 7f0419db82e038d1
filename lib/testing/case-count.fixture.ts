/** Whether tests try all their cases, as in `npm run test:all`; `npm test` tries some of them. */
export const triesAllCases = process.env.LONG_TESTS === "true";

/** Number of cases to try: `few` in `npm test`, `all` in `npm run test:all`. */
export function caseCount(few: number, all: number): number {
  return triesAllCases ? all : few;
}

/** The cases to try: in `npm test` about `few` of them, evenly spread; in `npm run test:all` all of them. */
export function casesToTry<Case>(cases: readonly Case[], few: number): readonly Case[] {
  const step = triesAllCases ? 1 : Math.max(1, cases.length / few);
  return cases.filter((_, index) => Math.floor(index / step) > Math.floor((index - 1) / step));
}
