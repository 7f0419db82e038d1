import { readFileSync } from "node:fs";
import path from "node:path";
import { lt, satisfies } from "semver";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { repositoryRoot } from "./source-files.ts";

const versions = z.record(z.string(), z.string()).optional();
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
      name: z.string().optional(),
      version: z.string().optional(),
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      inBundle: z.boolean().optional(),
      optional: z.boolean().optional(),
      link: z.boolean().optional(),
      hasInstallScript: z.boolean().optional(),
      engines: z.union([z.object({ node: z.string().optional() }), z.array(z.string())]).optional(),
      peerDependencies: versions,
      peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().optional() })).optional(),
      deprecated: z.string().optional(),
      license: z.string().optional(),
    }),
  ),
});

const read = (file: string) => readFileSync(path.join(repositoryRoot, file), "utf8");
const manifest = manifestSchema.parse(JSON.parse(read("package.json")));
const lock = lockSchema.parse(JSON.parse(read("package-lock.json")));
const installed = Object.entries(lock.packages).filter(([name]) => name !== "");

/** npm packages that contain Node.js for one platform each, with their versions. */
const nodes = Object.entries(manifest.optionalDependencies ?? {}).filter(([name]) =>
  /^node-(bin-)?\w+-\w+$/.test(name),
);

/** Packages with install scripts. They also work without their scripts, and npm is configured to run none. */
const withScripts = ["fsevents", "sharp", "unrs-resolver"];

/** Releases that were locked before the minimum age of releases was checked. */
const takenYoung = [
  "@biomejs/biome@2.6.8",
  "@biomejs/cli-linux-arm64@2.6.8",
  "@biomejs/cli-linux-x64@2.6.8",
  "@tanstack/query-core@5.108.0",
  "@tanstack/react-query@5.108.0",
  "@tybys/wasm-util@0.10.5",
  "@vitest/mocker@5.1.1",
  "@vitest/spy@5.1.1",
  "axe-core@4.14.1",
  "bare-url@2.5.8",
  "baseline-browser-mapping@2.11.39",
  "csstype@3.2.4",
  "lucide-react@1.75.0",
  "source-map-js@1.2.4",
  "vitest@5.1.1",
];

const dayMs = 24 * 60 * 60 * 1_000;
const dates = z.record(z.string(), z.iso.date()).parse(JSON.parse(read(".ci/package-dates.json")));

const licences = [
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC-BY-4.0",
  "ISC",
  "LGPL-3.0-or-later",
  "MIT",
  "MPL-2.0",
  "OFL-1.1",
  "PSF-2.0",
  "Python-2.0",
  "MIT-0",
  "Unlicense",
];

/** Minimum versions with fixes of security advisories; no installed copy of a package can be older. */
const fixedIn: readonly (readonly [string, string])[] = [
  ["next", "16.2.6"],
  ["react", "19.2.1"],
  ["react-dom", "19.2.1"],
  ["braces", "3.0.3"],
  ["cookie", "0.7.0"],
  ["cross-spawn", "7.0.5"],
  ["esbuild", "0.25.0"],
  ["form-data", "4.0.4"],
  ["js-yaml", "4.1.1"],
  ["jsonpath-plus", "10.3.0"],
  ["koa", "3.0.3"],
  ["micromatch", "4.0.8"],
  ["nanoid", "3.3.8"],
  ["postcss", "8.4.31"],
  ["rollup", "4.22.4"],
  ["semver", "7.5.2"],
  ["tar-fs", "3.1.1"],
  ["undici", "7.5.0"],
  ["ws", "8.17.1"],
  ["yaml", "2.2.2"],
];

type Locked = z.infer<typeof lockSchema>["packages"][string];

/** Package to which `name` resolves from the package at `place`: its nested copy, or the nearest outer one. */
function nearest(name: string, place: string): Locked | undefined {
  for (let outer = place; ; outer = outer.slice(0, Math.max(0, outer.lastIndexOf("node_modules/") - 1))) {
    const found = lock.packages[`${outer === "" ? "" : `${outer}/`}node_modules/${name}`];
    if (found !== undefined || outer === "") return found;
  }
}

function releaseOf([place, { name = place.split("node_modules/").at(-1), version }]: [string, Locked]): string {
  return `${name}@${version}`;
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

  // npm omits the hashes of builds that its registry does not have; `npm run record:hashes` adds them.
  test("every package is locked with the hash of its contents, for every machine", () => {
    const open = installed.filter(([, { integrity, inBundle, link }]) => !integrity && !inBundle && !link);
    expect(open.map(([name]) => name)).toEqual([]);
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

  test.each(fixedIn)("no copy of %s is older than %s, which holds the fixes of its known advisories", (name, floor) => {
    const copies = installed.filter(([place]) => place.endsWith(`node_modules/${name}`));
    const old = copies.filter(([, { version = "0.0.0" }]) => lt(version, floor));
    expect(old.map(([place, { version }]) => `${place} ${version}`)).toEqual([]);
  });

  test("every release that is served from has a date of publication: `npm run record:dates` asks the registry", () => {
    const served = installed.filter(([, { integrity }]) => integrity !== undefined);
    expect(served.map(releaseOf).filter((release) => dates[release] === undefined)).toEqual([]);
  });

  test("no release is younger than seven days: by then most that were tampered with have been found", () => {
    const young = installed
      .map(releaseOf)
      .filter((release) => Date.now() - Date.parse(dates[release] ?? "2000-01-01") < 7 * dayMs);
    expect(young.filter((release) => !takenYoung.includes(release))).toEqual([]);
  });

  test.each(nodes)(
    "every package runs on the Node that %s brings, whatever Node npm itself runs on",
    (_name, version) => {
      const strange = installed.filter(([, { engines, optional }]) => {
        const wanted = engines === undefined || Array.isArray(engines) ? undefined : engines.node;
        return optional !== true && wanted !== undefined && !satisfies(version, wanted);
      });
      expect(strange.map(([place, { engines }]) => [place, engines])).toEqual([]);
    },
  );

  test("every package finds the others that it asks for, in a version that it asks for", () => {
    const unmet = installed.flatMap(([place, { peerDependencies = {}, peerDependenciesMeta = {} }]) =>
      Object.entries(peerDependencies).flatMap(([name, range]) => {
        const { version } = nearest(name, place) ?? {};
        if (version === undefined) return peerDependenciesMeta[name]?.optional ? [] : [`${place} misses ${name}`];
        return satisfies(version, range, { includePrerelease: true })
          ? []
          : [`${place}: ${name} ${version} for ${range}`];
      }),
    );
    expect(unmet).toEqual([]);
  });

  test("no package is one that its own authors have given up", () => {
    expect(installed.filter(([, { deprecated }]) => deprecated !== undefined).map(([name]) => name)).toEqual([]);
  });

  test("every package that says its licence is under one that was agreed to", () => {
    const strange = installed.flatMap(([name, { license }]) =>
      (license ?? "MIT").split(/ (?:AND|OR) /).every((each) => licences.includes(each.replace(/[()]/g, "")))
        ? []
        : [name],
    );
    expect(strange).toEqual([]);
  });
});
