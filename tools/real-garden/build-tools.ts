import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { type GardenerBuild, kubernetesRelease, newestRelease } from "./release.ts";

/** As it is called on the PATH. */
const go = "go";

const packages = {
  etcd: "./etcd",
  "gardener-controller-manager": "github.com/gardener/gardener/cmd/gardener-controller-manager",
  "gardener-apiserver": "github.com/gardener/gardener/cmd/gardener-apiserver",
  "kube-apiserver": "k8s.io/kubernetes/cmd/kube-apiserver",
  roles: "./roles",
  fuzz: "./fuzz",
  reconcilers: "./reconcilers",
} as const;
export type Tool = keyof typeof packages;

/** Of these there is one for each release of Gardener. */
const gardenerTools: ReadonlySet<Tool> = new Set(["gardener-controller-manager", "gardener-apiserver"]);

/** Those are tests: only there the clock can be any. */
const tests: ReadonlySet<Tool> = new Set(["reconcilers"]);

/** What a tool is built from: the folder of its module, its package there, and the release that it says it is of. */
interface Source {
  readonly isTest: boolean;
  readonly folder: string;
  readonly package: string;
  readonly version: string | undefined;
}

/** A build from a module knows no release by itself. */
function sourceOf(tool: Tool, { module, version }: GardenerBuild): Source {
  const isGardener = gardenerTools.has(tool);
  return {
    folder: path.join(import.meta.dirname, isGardener ? module : newestRelease.module),
    package: packages[tool],
    isTest: tests.has(tool),
    version: isGardener ? version : ownVersions[tool],
  };
}

const ownVersions: Partial<Readonly<Record<Tool, string>>> = {
  "kube-apiserver": kubernetesRelease,
  reconcilers: newestRelease.version,
};

/** Where the program of a tool lies. */
export type Tools = (tool: Tool) => string;

/**
 * Builds tools from the modules beside this file. They are kept in the user's cache folder until the module, their own
 * source or Go itself is another. Undefined where there is no Go.
 *
 * @param say told of each tool that has to be built, which takes minutes
 */
export async function buildTools(
  wanted: readonly Tool[],
  release: GardenerBuild,
  say: (line: string) => void,
): Promise<Tools | undefined> {
  const version = await goVersion();
  if (version === undefined) return undefined;
  const folder = path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), ".cache"), "almanac", "real-garden");
  await mkdir(folder, { recursive: true });
  const files = new Map<Tool, string>();
  for (const tool of wanted) {
    const source = sourceOf(tool, release);
    const file = path.join(folder, `${tool}-${await keyOf(version, source)}`);
    files.set(tool, file);
    if (existsSync(file)) continue;
    say(`builds ${tool}`);
    await goBuild(source, `${file}.new`);
    await rename(`${file}.new`, file);
  }
  return (tool) => {
    const file = files.get(tool);
    if (file === undefined) throw new Error(`${tool} was not asked for`);
    return file;
  };
}

async function goVersion(): Promise<string | undefined> {
  try {
    return (await promisify(execFile)(go, ["version"])).stdout;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** What a tool is made of: the module, the source where that is ours, and the version that it is told. */
async function keyOf(goVersion: string, source: Source): Promise<string> {
  const folder = path.join(source.folder, source.package);
  const isOwn = source.package.startsWith("./");
  const own = isOwn ? (await readdir(folder)).sort().map((name) => path.join(folder, name)) : [];
  const shared = ["go.mod", "go.sum"].map((name) => path.join(source.folder, name));
  const hash = createHash("sha256")
    .update(goVersion)
    .update(source.version ?? "");
  for (const file of [...shared, ...own]) hash.update(await readFile(file));
  return hash.digest("hex").slice(0, 16);
}

/** Without debug information. */
function goBuild(source: Source, output: string): Promise<void> {
  const flags = ["-s -w", ...versionFlags(source.version)].join(" ");
  const verb = source.isTest ? ["test", "-c"] : ["build"];
  const child = spawn(go, [...verb, "-mod=readonly", "-trimpath", `-ldflags=${flags}`, "-o", output, source.package], {
    cwd: source.folder,
    env: { ...process.env, CGO_ENABLED: "0" },
    stdio: ["ignore", "inherit", "inherit"],
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`go ${verb.join(" ")} ${source.package} ended with ${code}`));
    });
  });
}

function versionFlags(release: string | undefined): readonly string[] {
  if (release === undefined) return [];
  const [major = "", minor = ""] = release.slice(1).split(".");
  const values = { gitVersion: release, gitMajor: major, gitMinor: minor, gitTreeState: "clean" };
  return Object.entries(values).map(([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`);
}
