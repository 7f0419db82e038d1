import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { root } from "./source-files.ts";

const versions = z.record(z.string(), z.string()).optional();
/** Some packages write one platform without a list around it. */
const platforms = z.union([z.string().transform((only) => [only]), z.array(z.string())]).optional();
const manifestSchema = z.object({
  dependencies: versions,
  devDependencies: versions,
  optionalDependencies: versions,
});
const lockSchema = z.object({
  lockfileVersion: z.number(),
  packages: z.record(
    z.string(),
    manifestSchema.extend({
      version: z.string().optional(),
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      inBundle: z.boolean().optional(),
      optional: z.boolean().optional(),
      os: platforms,
      cpu: platforms,
      libc: platforms,
      link: z.boolean().optional(),
      hasInstallScript: z.boolean().optional(),
    }),
  ),
});

const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const manifest = manifestSchema.parse(JSON.parse(read("package.json")));
const lock = lockSchema.parse(JSON.parse(read("package-lock.json")));
const installed = Object.entries(lock.packages).filter(([name]) => name !== "");

/** They bring scripts that run at installation, and work without: npm is told to run none. */
const withScripts = ["fsevents", "sharp", "unrs-resolver"];

type Locked = z.infer<typeof lockSchema>["packages"][string];

/** npm takes an optional package only on the platform it names; ours is Linux with glibc, on x64 or arm64. */
function isForOtherMachines({ optional, os, cpu, libc }: Locked): boolean {
  const isServed = (libc ?? ["glibc"]).includes("glibc") && (cpu ?? ["x64"]).some((each) => /^(x64|arm64)$/.test(each));
  return optional === true && !((os ?? ["linux"]).includes("linux") && isServed);
}

describe("S27: what is installed is what was agreed on", () => {
  test("every direct dependency is pinned to one version", () => {
    const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
    expect(Object.entries(all).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });

  test("the lockfile says the same as package.json", () => {
    const { dependencies, devDependencies, optionalDependencies } = lock.packages[""] ?? {};
    expect({ dependencies, devDependencies, optionalDependencies }).toEqual(manifest);
  });

  test("every package is locked with the hash of its contents, but builds for machines that nobody serves from", () => {
    const open = installed.filter(([, { integrity, inBundle, link }]) => !integrity && !inBundle && !link);
    expect(open.filter(([, entry]) => !isForOtherMachines(entry)).map(([name]) => name)).toEqual([]);
    expect(installed.filter(([, { integrity }]) => integrity && !/^sha512-/.test(integrity))).toEqual([]);
  });

  test("no package comes from anywhere but the registry", () => {
    const strange = installed.filter(([, { resolved, link }]) => link || /^(git|file|http:)/.test(resolved ?? ""));
    expect(strange.map(([name]) => name)).toEqual([]);
  });

  test("no script of a package runs at installation, and no package brings a new one unnoticed", () => {
    expect(read(".npmrc")).toMatch(/^ignore-scripts=true$/m);
    const bringing = installed.filter(([, { hasInstallScript }]) => hasInstallScript);
    const names = bringing.map(([name]) => name.slice(name.lastIndexOf("node_modules/") + "node_modules/".length));
    expect(names.filter((name) => !withScripts.includes(name))).toEqual([]);
  });

  test("Next is at a release that holds the fixes of its bypasses", () => {
    const [major = 0, minor = 0, patch = 0] = (manifest.dependencies?.next ?? "").split(".").map(Number);
    expect(major * 1e6 + minor * 1e3 + patch).toBeGreaterThanOrEqual(16_002_006);
  });
});
