import { execFile } from "node:child_process";
import { kubernetesRelease } from "#tools/real-garden/release.ts";
import { type ChartName, chartFolder, chartNamespaces, renderedChartValues } from "./charts.ts";

export interface RunResult {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** Runs a program and resolves when it exits, also with an error. */
export function runProgram(file: string, words: readonly string[], environment: object = {}): Promise<RunResult> {
  const env = { ...process.env, ...environment };
  return new Promise((resolve) => {
    execFile(file, [...words], { env, maxBuffer: 64 * 1024 * 1024 }, (error, output, errors) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), output, errors });
    });
  });
}

/** Runs helm. Without a kubeconfig, helm has access to no cluster. */
export function runHelm(helm: string, words: readonly string[], kubeconfig = "/dev/null"): Promise<RunResult> {
  return runProgram(helm, words, { KUBECONFIG: kubeconfig });
}

/** Renders a chart with a values file, as YAML. */
export async function renderChart(helm: string, chart: ChartName, values: string): Promise<string> {
  const words = ["template", chart, chartFolder(chart), "--namespace", chartNamespaces[chart], "--values", values];
  const { code, output, errors } = await runHelm(helm, [...words, "--kube-version", kubernetesRelease]);
  if (code !== 0) throw new Error(errors);
  return output;
}

export function renderShownChart(helm: string, chart: ChartName): Promise<string> {
  return renderChart(helm, chart, renderedChartValues(chart));
}
