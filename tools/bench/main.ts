import { benchContents } from "./contents/contents.ts";
import { benchOutages } from "./faults.ts";
import { benchForecast } from "./forecast.ts";
import { benchFuzz } from "./fuzz.ts";
import { benchLife } from "./life.ts";
import { benchPolicy } from "./policy.ts";
import { benchScale } from "./scale/scale.ts";
import { benchSoak } from "./soak.ts";

type Bench = (options: readonly string[]) => boolean | Promise<boolean>;

/** Benchmarks by name: each measures, prints its results, and returns whether all limits were met. */
const subjects: Readonly<Record<string, Bench>> = {
  policy: benchPolicy,
  forecast: benchForecast,
  scale: benchScale,
  contents: benchContents,
  life: benchLife,
  fuzz: benchFuzz,
  faults: benchOutages,
  soak: benchSoak,
};

const given = process.argv.slice(2);
/** Numbers and options are passed on to the benchmarks. */
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
// Exits explicitly, because connections that were broken on purpose can have requests that never end.
process.exit();
