import { missingGerman } from "./messages/missing-german.ts";

/** Says which messages have no German yet: `npm run messages`. */
const missing = missingGerman();
for (const each of missing) process.stdout.write(`${each}\n`);
process.stdout.write(
  `${missing.length === 0 ? "German has every message." : `${missing.length} messages have no German yet.`}\n`,
);
