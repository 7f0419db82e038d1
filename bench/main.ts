import { benchCrashes } from "./crashes.ts";
import { benchForecast } from "./forecast.ts";
import { benchFuzz } from "./fuzz.ts";
import { benchGarden } from "./garden.ts";
import { benchInteraction } from "./interaction.ts";
import { benchPolicy } from "./policy.ts";

/** One file a subject: a function that measures, prints what it found, and says whether every goal was met. */
const subjects: Readonly<Record<string, () => boolean | Promise<boolean>>> = {
  policy: benchPolicy,
  forecast: benchForecast,
  interaction: benchInteraction,
  garden: benchGarden,
  crashes: benchCrashes,
  fuzz: benchFuzz,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(subjects, name));
if (wanted.length === 0 || unknown.length > 0) {
  process.stderr.write(`usage: npm run bench -- SUBJECT…   (${Object.keys(subjects).join(", ")})\n`);
  process.exitCode = 2;
} else {
  for (const name of wanted) {
    process.stdout.write(`# ${name}\n`);
    const met = (await subjects[name]?.()) ?? false;
    if (!met) process.exitCode = 1;
  }
}
