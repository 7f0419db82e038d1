import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { type GardenerBuild, kubernetesRelease, newestGardenerBuild } from "./release.ts";

/** Name of the Go command. */
const go = "go";

const packages = {
  etcd: "./etcd",
  "gardener-controller-manager": "github.com/gardener/gardener/cmd/gardener-controller-manager",
  "gardener-scheduler": "github.com/gardener/gardener/cmd/gardener-scheduler",
  "gardener-apiserver": "github.com/gardener/gardener/cmd/gardener-apiserver",
  "kube-apiserver": "k8s.io/kubernetes/cmd/kube-apiserver",
  roles: "./roles",
  fuzz: "./fuzz",
  reconcilers: "./reconcilers",
  "extension-aws": "./",
  "extension-gcp": "./",
  "extension-azure": "./",
  "extension-openstack": "./",
  "extension-alicloud": "./",
  "extension-metal": "./",
  "extension-local": "./",
} as const;
export type GardenerTool = keyof typeof packages;

/** Tools that are built for a certain Gardener release. */
const gardenerTools: ReadonlySet<GardenerTool> = new Set([
  "gardener-controller-manager",
  "gardener-scheduler",
  "gardener-apiserver",
]);

/** Tools with a Go module of their own, by its folder, because each extension needs other versions of the same modules. */
const ownModules: Partial<Readonly<Record<GardenerTool, string>>> = {
  "extension-aws": "extensions/aws",
  "extension-gcp": "extensions/gcp",
  "extension-azure": "extensions/azure",
  "extension-openstack": "extensions/openstack",
  "extension-alicloud": "extensions/alicloud",
  "extension-metal": "extensions/metal",
  "extension-local": "extensions/local",
};

/** Folder of the package that these tools share. */
const askPackage = path.join(import.meta.dirname, "extensions", "ask");

/** Tools that are built as Go tests, because only tests can use a fake clock. */
const tests: ReadonlySet<GardenerTool> = new Set(["reconcilers"]);

/** Source of a tool: folder of its Go module, package, and version that is compiled in. */
interface Source {
  readonly isTest: boolean;
  readonly folder: string;
  readonly package: string;
  /** Folder of another package of ours that it imports. */
  readonly imported?: string | undefined;
  readonly version: string | undefined;
}

/** The source of a tool. The version is set explicitly, because a build from a module does not know its release. */
function sourceOf(tool: GardenerTool, { module, version }: GardenerBuild): Source {
  const isGardener = gardenerTools.has(tool);
  const ownModule = ownModules[tool];
  return {
    folder: path.join(import.meta.dirname, ownModule ?? (isGardener ? module : newestGardenerBuild.module)),
    package: packages[tool],
    imported: ownModule && askPackage,
    isTest: tests.has(tool),
    version: isGardener ? version : ownVersions[tool],
  };
}

const ownVersions: Partial<Readonly<Record<GardenerTool, string>>> = {
  "kube-apiserver": kubernetesRelease,
  reconcilers: newestGardenerBuild.version,
};

/** Returns the path of a built tool. */
export type GardenerToolPaths = (tool: GardenerTool) => string;

/**
 * Builds tools from the Go modules beside this file. They are stored in the user's cache folder and built again when
 * module, source or Go version change. Undefined if Go is not installed.
 * @param say called for each tool that has to be built, which takes minutes
 */
export async function buildTools(
  wanted: readonly GardenerTool[],
  release: GardenerBuild,
  say: (line: string) => void,
): Promise<GardenerToolPaths | undefined> {
  const version = await goVersion();
  if (version === undefined) return undefined;
  const folder = path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), ".cache"), "almanac", "real-garden");
  await mkdir(folder, { recursive: true });
  const files = new Map<GardenerTool, string>();
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

/** Hash of everything that determines a build: the module, our own source, and the version. */
async function keyOf(goVersion: string, source: Source): Promise<string> {
  const isOwn = source.package.startsWith("./");
  const folders = [
    ...(isOwn ? [path.join(source.folder, source.package)] : []),
    ...(source.imported ? [source.imported] : []),
  ];
  const own = (await Promise.all(folders.map(filesIn))).flat();
  const shared = ["go.mod", "go.sum"].map((name) => path.join(source.folder, name));
  const hash = createHash("sha256")
    .update(goVersion)
    .update(source.version ?? "");
  for (const file of [...shared, ...own]) hash.update(await readFile(file));
  return hash.digest("hex").slice(0, 16);
}

async function filesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).sort().map((name) => path.join(folder, name));
}

/** Builds a tool with Go, without debug information. */
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
