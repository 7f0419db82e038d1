import { benchFaults } from "./faults.ts";
import { benchForecast } from "./forecast.ts";
import { benchFuzz } from "./fuzz.ts";
import { benchLife } from "./life.ts";
import { benchPolicy } from "./policy.ts";
import { benchScale } from "./scale/scale.ts";
import { benchSoak } from "./soak.ts";

type Bench = (options: readonly string[]) => boolean | Promise<boolean>;

/** One file a subject: a function that measures, prints what it found, and says whether every goal was met. */
const subjects: Readonly<Record<string, Bench>> = {
  policy: benchPolicy,
  forecast: benchForecast,
  scale: benchScale,
  life: benchLife,
  fuzz: benchFuzz,
  faults: benchFaults,
  soak: benchSoak,
};

const given = process.argv.slice(2);
/** Numbers and words with dashes are for the subjects. */
const isOption = (word: string) => /^(--|\d)/.test(word);
const wanted = given.filter((word) => !isOption(word));
const unknown = wanted.filter((name) => !Object.hasOwn(subjects, name));
if (wanted.length === 0 || unknown.length > 0) {
  process.stderr.write(`usage: npm run bench -- SUBJECT…   (${Object.keys(subjects).join(", ")})\n`);
  process.exitCode = 2;
} else {
  for (const name of wanted) {
    process.stdout.write(`# ${name}\n`);
    const met = (await subjects[name]?.(given.filter(isOption))) ?? false;
    if (!met) process.exitCode = 1;
  }
}
// Connections that were broken on purpose may have requests that never end, and for which Node would wait.
process.exit();
