import { execFileSync } from "node:child_process";
import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { findCommand, runPodman } from "./podman.ts";

const name = "localhost/almanac-base:bookworm";
const authorities = "/etc/ssl/certs/ca-certificates.crt";

/**
 * Builds a base image without a registry: Debian by debootstrap, with Node.js, npm, registry setting and CA
 * certificates of this machine. Undefined if debootstrap is not installed.
 */
export async function buildDebianBase(say: (line: string) => void): Promise<string | undefined> {
  const debootstrap = findCommand("debootstrap");
  const npm = process.env.npm_execpath;
  if (debootstrap === undefined || npm === undefined || process.getuid?.() !== 0) return undefined;
  if ((await runPodman(["images", "--quiet", name])) !== "") return name;
  say("makes a base with debootstrap");
  const folder = await mkdtemp(path.join(tmpdir(), "almanac-base-"));
  const run = (command: string, words: readonly string[]) =>
    execFileSync(command, [...words], { encoding: "utf8" }).trim();
  try {
    const [mirror = ""] = run("apt-get", ["indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"]).split(
      "\n",
    );
    run(debootstrap, ["--variant=minbase", "--include=ca-certificates", "bookworm", folder, mirror]);
    for (const kept of ["cache/apt/archives", "lib/apt/lists"]) {
      await rm(path.join(folder, "var", kept), { recursive: true, force: true });
    }
    await cp(process.execPath, path.join(folder, "usr/local/bin/node"), { dereference: true });
    await cp(path.dirname(path.dirname(npm)), path.join(folder, "usr/local/lib/node_modules/npm"), { recursive: true });
    await symlink("../lib/node_modules/npm/bin/npm-cli.js", path.join(folder, "usr/local/bin/npm"));
    await cp(authorities, path.join(folder, authorities));
    const tar = path.join(folder, "..", `${path.basename(folder)}.tar`);
    run("tar", ["--create", "--file", tar, "--directory", folder, "."]);
    const settings = [
      `NODE_EXTRA_CA_CERTS=${authorities}`,
      `npm_config_registry=${run("npm", ["config", "get", "registry"])}`,
    ];
    await runPodman(["import", ...settings.flatMap((setting) => ["--change", `ENV ${setting}`]), tar, name]);
    await rm(tar);
    return name;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
