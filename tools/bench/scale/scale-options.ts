import { parseArgs } from "node:util";

export const scaleBenchParts = [
  "start",
  "filter",
  "scroll",
  "change",
  "expiry",
  "tabs",
  "pages",
  "viewers",
  "forecasts",
] as const;
export type ScaleBenchPart = (typeof scaleBenchParts)[number];

export interface ScaleOptions {
  /** Numbers of Shoots to measure; for an existing garden, the number that it has. */
  readonly sizes: readonly number[];
  readonly parts: readonly ScaleBenchPart[];
  /** How often each part is measured; the worst result counts. */
  readonly rounds: number;
  /** Numbers of viewers to measure, for a given number of Shoots. */
  readonly viewers: (shoots: number) => readonly number[];
  /** Number of Seeds of the garden, if there are to be more than in the demo landscape. */
  readonly seeds: number | undefined;
  /** Kubeconfig of an existing garden to use instead of the embedded one. */
  readonly kubeconfig: string | undefined;
}

const usualSizes: readonly number[] = [1_000, 10_000, 50_000];
/** Default numbers of viewers. Each takes minutes, so only enough to tell the cost per viewer and per Shoot. */
const usualCrowds: Readonly<Record<number, readonly number[]>> = { 10000: [100, 500, 1_000], 50000: [100] };

/** Parses the command line options. @throws Error that names the invalid option */
export function scaleOptions(words: readonly string[]): ScaleOptions {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      only: { type: "string" },
      rounds: { type: "string", default: "1" },
      viewers: { type: "string" },
      seeds: { type: "string" },
      kubeconfig: { type: "string" },
    },
  });
  const { kubeconfig } = values;
  const crowds = values.viewers?.split(",").map((text) => integerOf(text, "--viewers"));
  const asked =
    positionals.length === 0 ? usualSizes : positionals.map((text) => integerOf(text, "a number of Shoots"));
  return {
    sizes: kubeconfig === undefined ? asked : asked.slice(0, 1),
    parts: values.only === undefined ? scaleBenchParts : values.only.split(",").map(partOf),
    rounds: integerOf(values.rounds, "--rounds"),
    viewers: (shoots) => crowds ?? usualCrowds[shoots] ?? [500],
    seeds: values.seeds === undefined ? undefined : integerOf(values.seeds, "--seeds"),
    kubeconfig,
  };
}

function partOf(text: string): ScaleBenchPart {
  const part = scaleBenchParts.find((name) => name === text);
  if (part === undefined) throw new Error(`--only ${text}: one of ${scaleBenchParts.join(", ")} is expected`);
  return part;
}

function integerOf(text: string, what: string): number {
  const value = Number(text.replace(/[,_]/g, ""));
  if (!Number.isInteger(value) || value < 1) throw new Error(`${what}: ${text} is no whole number above 0`);
  return value;
}
