import { findMessagesWithoutGerman } from "./messages/missing-german.ts";

/** Lists the messages that have no German translation: `npm run messages`. */
const missing = findMessagesWithoutGerman();
for (const each of missing) process.stdout.write(`${each}\n`);
process.stdout.write(
  `${missing.length === 0 ? "German has every message." : `${missing.length} messages have no German yet.`}\n`,
);
