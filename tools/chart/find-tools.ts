import { execFile, spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

/** Go packages of the tools that check charts and Prometheus rules, with the release to build if the PATH has none. */
const packages = {
  helm: { package: "helm.sh/helm/v3/cmd/helm", version: "v3.19.0" },
  promtool: { package: "github.com/prometheus/prometheus/cmd/promtool", version: "v0.316.0" },
  prometheus: { package: "github.com/prometheus/prometheus/cmd/prometheus", version: "v0.316.0" },
  kubeconform: { package: "github.com/yannh/kubeconform/cmd/kubeconform", version: "v0.7.0" },
} as const;
export type ChartTool = keyof typeof packages;

/** Name of the Go command on the PATH. */
const go = "go";
const cache = path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), ".cache"), "almanac", "chart");

function built(tool: ChartTool): string {
  return path.join(cache, `${tool}-${packages[tool].version}`);
}

/** Finds a tool by its environment variable (`HELM_PATH`, `KUBECONFORM_PATH`), on the PATH, or built earlier. */
export function findTool(tool: ChartTool): string | undefined {
  const named = process.env[`${tool.toUpperCase()}_PATH`];
  if (named !== undefined) return named;
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  return [...folders.map((folder) => path.join(folder, tool)), built(tool)].find(isExecutable);
}

/** Finds a tool, or builds it into the user's cache folder; undefined if Go is not installed. */
export async function findOrBuildTool(tool: ChartTool, say: (line: string) => void): Promise<string | undefined> {
  const found = findTool(tool);
  if (found !== undefined) return found;
  if (!(await hasGo())) return undefined;
  const folder = `${built(tool)}.new`;
  await mkdir(folder, { recursive: true });
  const source = `${packages[tool].package}@${packages[tool].version}`;
  say(`builds ${source}`);
  const child = spawn(go, ["install", source], {
    env: { ...process.env, GOBIN: folder, CGO_ENABLED: "0" },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const code = await new Promise((resolve, reject) => child.once("error", reject).once("exit", resolve));
  if (code !== 0) throw new Error(`go install ${source} ended with ${code}`);
  await rename(path.join(folder, tool), built(tool));
  await rm(folder, { recursive: true });
  return built(tool);
}

/** The folder with the files of a Go module, which is downloaded if needed. */
export async function moduleFolder(module: string, version: string): Promise<string> {
  const { stdout } = await promisify(execFile)(go, ["mod", "download", "-json", `${module}@${version}`]);
  return JSON.parse(stdout).Dir;
}

export async function hasGo(): Promise<boolean> {
  try {
    await promisify(execFile)(go, ["version"]);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return false;
    throw error;
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
