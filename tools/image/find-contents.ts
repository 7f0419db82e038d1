import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

/** What an image holds that somebody else has made. */
export interface ImageContents {
  /** Packages of npm, as `name@version`: of each there are files, or parts in what Next has built. */
  readonly packages: ReadonlySet<string>;
  /** Packages of Debian that the libraries beside Node are from, with their versions. */
  readonly system: readonly { readonly name: string; readonly version: string }[];
}

const manifestSchema = z.object({ name: z.string(), version: z.string() });
const mapSchema = z.object({
  sources: z.array(z.string().nullable()).default([]),
  sections: z.array(z.object({ map: z.object({ sources: z.array(z.string().nullable()) }) })).default([]),
});

/** @param almanac the folder in the image; @param root where it was built */
export function packagesIn(almanac: string, root: string): ReadonlySet<string> {
  const whole = globSync("node_modules/{*,@*/*}{/node_modules/{*,@*/*},}/package.json", { cwd: almanac });
  const files = [...whole.map((file) => path.dirname(path.join(almanac, file))), ...builtFrom(root)];
  return new Set(files.flatMap((folder) => releaseAt(folder)));
}

/** The folders of the packages that the chunks of Next's build were made from, by their source maps. */
function builtFrom(root: string): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const file of globSync(".next/server/**/*.map", { cwd: root })) {
    const { sources, sections } = mapSchema.parse(JSON.parse(readFileSync(path.join(root, file), "utf8")));
    for (const source of [...sources, ...sections.flatMap(({ map }) => map.sources)]) {
      const name = /^.*(node_modules\/(?:@[^/]+\/)?[^/@][^/]*)/.exec(decodeURIComponent(source ?? ""))?.[1];
      if (name !== undefined) folders.add(path.join(root, name));
    }
  }
  return folders;
}

function releaseAt(folder: string): readonly string[] {
  try {
    const manifest = manifestSchema.safeParse(JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")));
    return manifest.success ? [`${manifest.data.name}@${manifest.data.version}`] : [];
  } catch (error) {
    // A package that is another's own copy lies deeper: its folder is listed for itself.
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

/** Where files of a Debian system come from. */
export function systemPackagesOf(files: readonly string[]): ImageContents["system"] {
  const names = new Set(files.flatMap(ownersOf));
  return [...names].sort().map((name) => ({
    name: name.replace(/:.*/, ""),
    version: execFileSync("dpkg-query", ["--show", "--showformat", "$" + "{Version}", name], { encoding: "utf8" }),
  }));
}

/** dpkg knows files by the path that they were installed at, which may since lead through /usr. */
function ownersOf(file: string): readonly string[] {
  const places = [file, file.replace(/^\/usr/, "")];
  for (const place of places) {
    try {
      const found = execFileSync("dpkg-query", ["--search", place], {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      });
      return [found.slice(0, found.lastIndexOf(": "))];
    } catch {
      // Not by this path.
    }
  }
  throw new Error(`no package of Debian brings ${file}`);
}
