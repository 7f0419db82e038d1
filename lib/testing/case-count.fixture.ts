/** Whether tests try all their cases, as in `npm run test:all`; `npm test` tries some of them. */
export const triesAllCases = process.env.LONG_TESTS === "true";

/** Number of cases to try: `few` in `npm test`, `all` in `npm run test:all`. */
export function caseCount(few: number, all: number): number {
  return triesAllCases ? all : few;
}
