import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { runAccounts } from "./accounts/run-accounts.ts";
import { buildTools, type GardenerTool, type GardenerToolPaths } from "./build-tools.ts";
import { runCreations } from "./creations/run-creations.ts";
import { chosenProviders, runExtensions } from "./extensions/run-extensions.ts";
import { installRoles } from "./install-roles.ts";
import { registerExtensions } from "./landscape-frame.ts";
import { compareAllNextRuns } from "./next/run-next.ts";
import { runProjects } from "./projects/run-projects.ts";
import { gardenerBuilds } from "./release.ts";
import { runRequests } from "./requests/run-requests.ts";
import { runBrowser } from "./run-browser.ts";
import { runForecasts } from "./run-forecasts.ts";
import { runFuzz } from "./run-fuzz.ts";
import { runImport } from "./run-import.ts";
import { runPreviews } from "./run-previews.ts";
import { runScheduling } from "./scheduling/run-scheduling.ts";
import { runSize } from "./size/run-size.ts";
import { type RealGarden, startRealGarden } from "./start-real-garden.ts";

const usage = `usage: npm run real-garden -- [import] [requests] [previews] [creations] [projects] [accounts] [forecasts] [scheduling] [browser] [--release R] [--clusters N] [--runs N] [--cases N] [--seed N] [--answers FILE] [--journeys NAME] [--keep]
       npm run real-garden -- size [--sizes N,N] [--rounds N] [--release R] [--keep]
       npm run real-garden -- fuzz|next|extensions [--cases N] [--areas A,B] [--seed N]`;

/**
 * Parts that run in the garden, in this order, unless the command line selects some. The browser tests run before
 * maintenance changes the imported clusters.
 */
const parts = [
  "import",
  "requests",
  "browser",
  "previews",
  "creations",
  "projects",
  "accounts",
  "forecasts",
  "scheduling",
] as const;
/** Parts that only run if requested, and alone: three need no garden, one fills it with its own clusters. */
const gardenless = ["fuzz", "next", "extensions"] as const;
const alone = [...gardenless, "size"] as const;
type Part = (typeof parts)[number] | "size";
type Gardenless = (typeof gardenless)[number];

const servers = ["etcd", "gardener-controller-manager", "gardener-apiserver", "kube-apiserver"] as const;
/** A server that only this part needs. */
const serversOf = (part: Part) => (part === "scheduling" ? (["gardener-scheduler"] as const) : []);

const flags = {
  /** Gardener release to build. */
  release: { type: "string", default: "v1.150" },
  /** For part forecasts: number of clusters, and number of maintenance runs of each. */
  clusters: { type: "string", default: "400" },
  runs: { type: "string", default: "3" },
  /** For part browser: part of the names of the test files to run. */
  journeys: { type: "string", default: "" },
  /** For part requests: file for the responses of the real garden. */
  answers: { type: "string" },
  /** For part size: numbers of clusters, repetitions of each measurement, and the file for the results. */
  sizes: { type: "string", default: "1000,10000" },
  rounds: { type: "string", default: "1" },
  /** Whether certificates, data and logs are not deleted at the end. */
  keep: { type: "boolean", default: false },
  /**
   * For parts fuzz, next and extensions: number of cases per area, the areas (all by default), and the random seed. For
   * part creations: number of drafts of each kind, and the random seed. For parts projects and accounts: number of
   * requests, and the random seed. For part scheduling: number of Shoots, and the random seed.
   */
  cases: { type: "string", default: "1000" },
  areas: { type: "string", default: "" },
  seed: { type: "string", default: "1" },
} as const;

function readOptions() {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: flags });
  const unknown = positionals.filter((word) => ![...parts, ...alone].some((part) => part === word));
  if (unknown.length > 0) throw new Error(`${unknown.join(" ")}: not known\n${usage}`);
  const lonely = alone.find((word) => positionals.includes(word));
  if (lonely !== undefined && positionals.length > 1) throw new Error(`${lonely} runs alone\n${usage}`);
  const sizes = values.sizes.split(",");
  const numbers = [values.clusters, values.runs, values.cases, values.seed, values.rounds, ...sizes];
  if (!numbers.every((text) => /^\d{1,9}$/.test(text))) throw new Error(`a number is expected\n${usage}`);
  const release = gardenerBuilds[values.release];
  if (release === undefined)
    throw new Error(`${values.release}: there is ${Object.keys(gardenerBuilds).join(", ")}\n${usage}`);
  const chosen = parts.filter((part) => positionals.length === 0 || positionals.includes(part));
  return {
    parts: lonely === undefined ? chosen : lonely === "size" ? [lonely] : lonely,
    ...values,
    release,
    clusters: Number(values.clusters),
    runs: Number(values.runs),
    sizes: sizes.map(Number).sort((a, b) => a - b),
    rounds: Number(values.rounds),
    cases: Number(values.cases),
    seed: Number(values.seed),
  };
}

type Options = ReturnType<typeof readOptions>;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Runs the selected parts. @returns whether all comparisons agreed */
async function runParts(garden: RealGarden, chosen: readonly Part[], options: Options): Promise<boolean> {
  const now = new Date();
  const { clusters, runs, cases, seed } = options;
  const works: Readonly<Record<Part, () => Promise<boolean>>> = {
    import: () => runImport(garden, now, say),
    requests: () => runRequests(garden, { answersFile: options.answers, now, say }),
    previews: () => runPreviews(garden, say),
    creations: () => runCreations(garden, { cases, seed, say }),
    projects: () => runProjects(garden, { cases, seed, say }),
    accounts: () => runAccounts(garden, { cases, seed, say }),
    forecasts: () => runForecasts(garden, { clusters, runs, say }),
    scheduling: () => runScheduling(garden, { cases, seed, say }),
    browser: () => runBrowser(garden, { journeys: options.journeys, say }),
    size: () => runSize(garden, { sizes: options.sizes, rounds: options.rounds, say }),
  };
  let agreed = true;
  for (const part of chosen) {
    const startedAt = performance.now();
    say(`\n── ${part}`);
    agreed = (await works[part]()) && agreed;
    say(`${part}: ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  }
  return agreed;
}

function toolsOf(chosen: readonly Part[]): readonly GardenerTool[] {
  return [...servers, ...chosen.flatMap(serversOf), "roles"];
}

interface GardenlessPart {
  readonly tools: (options: Options) => readonly GardenerTool[];
  readonly run: (tools: GardenerToolPaths, options: Options) => Promise<boolean>;
}

/** The parts that call Gardener's code, or that of its extensions, without servers. */
const programs: Readonly<Record<Gardenless, GardenlessPart>> = {
  fuzz: { tools: () => ["fuzz"], run: (tools, options) => runFuzz(tools("fuzz"), { ...options, say }) },
  next: {
    tools: () => ["reconcilers"],
    run: (tools, options) => compareAllNextRuns(tools("reconcilers"), { ...options, say }),
  },
  extensions: {
    tools: ({ areas }) => chosenProviders(areas).map((provider) => `extension-${provider}` as const),
    run: (tools, options) => runExtensions(tools, { ...options, say }),
  },
};

async function inRealGarden(tools: GardenerToolPaths, chosen: readonly Part[], options: Options): Promise<boolean> {
  const folder = await mkdtemp(path.join(tmpdir(), "real-garden-"));
  if (options.keep) say(`everything stays in ${folder}`);
  else process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const garden = await startRealGarden(tools, folder, options.release);
  try {
    say(`Gardener ${options.release.version} is ready ${garden.url}`);
    await installRoles(garden.admin, tools("roles"));
    await registerExtensions(garden.admin);
    await garden.startControllerManager();
    return await runParts(garden, chosen, options);
  } finally {
    await garden.stop();
  }
}

async function main(): Promise<void> {
  const options = readOptions();
  const { parts: chosen } = options;
  const wanted = typeof chosen === "string" ? programs[chosen].tools(options) : toolsOf(chosen);
  const tools = await buildTools(wanted, options.release, say);
  if (tools === undefined) {
    say("skipped: there is no Go on the PATH to build Gardener's servers with");
    return;
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  const agreed =
    typeof chosen === "string"
      ? await programs[chosen].run(tools, options)
      : await inRealGarden(tools, chosen, options);
  process.exitCode = agreed ? 0 : 1;
}

await main();
