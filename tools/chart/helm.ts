import { execFile } from "node:child_process";
import { kubernetesRelease } from "#tools/real-garden/release.ts";
import { type ChartName, chartFolder, namespaceOf, shownValues } from "./charts.ts";

export interface RunResult {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** Runs a command to its end, whatever that is. */
export function run(file: string, words: readonly string[], environment: object = {}): Promise<RunResult> {
  const env = { ...process.env, ...environment };
  return new Promise((resolve) => {
    execFile(file, [...words], { env, maxBuffer: 64 * 1024 * 1024 }, (error, output, errors) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), output, errors });
    });
  });
}

/** It knows no cluster unless a kubeconfig is handed to it. */
export function runHelm(helm: string, words: readonly string[], kubeconfig = "/dev/null"): Promise<RunResult> {
  return run(helm, words, { KUBECONFIG: kubeconfig });
}

/** The objects of a chart with a file of values, as text. */
export async function render(helm: string, chart: ChartName, values: string): Promise<string> {
  const words = ["template", chart, chartFolder(chart), "--namespace", namespaceOf[chart], "--values", values];
  const { code, output, errors } = await runHelm(helm, [...words, "--kube-version", kubernetesRelease]);
  if (code !== 0) throw new Error(errors);
  return output;
}

export function renderShown(helm: string, chart: ChartName): Promise<string> {
  return render(helm, chart, shownValues(chart));
}
