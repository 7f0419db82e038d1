import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

export const repositoryRoot = path.resolve(import.meta.dirname, "..");

export interface SourceFile {
  /** Path relative to the repository root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly SourceImport[];
}

export interface SourceImport {
  readonly specifier: string;
  /** The imported file, relative to the repository root; missing if a package is imported. */
  readonly target?: string;
  readonly typeOnly: boolean;
}

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^;'"]*?\sfrom\s+)?"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)/g;

/** All TypeScript files of the repository, except those ignored by git, with their imports. */
export function readSourceFiles(): readonly SourceFile[] {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.ts", "*.tsx"], {
    cwd: repositoryRoot,
    encoding: "utf8",
  });
  const paths = listed.split("\n").filter((file) => file !== "" && file !== "next-env.d.ts");
  const known = new Set(paths);
  return paths.flatMap((file) => {
    const text = readIfPresent(file);
    return text === undefined ? [] : [{ path: file, text, imports: importsOf(file, text, known) }];
  });
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(path.join(repositoryRoot, file), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

function importsOf(file: string, text: string, known: ReadonlySet<string>): readonly SourceImport[] {
  return [...text.matchAll(importPattern)].map((match) => {
    const specifier = match[2] ?? match[3] ?? "";
    const typeOnly = match[1] !== undefined;
    const target = targetOf(file, specifier, known);
    return target === undefined ? { specifier, typeOnly } : { specifier, typeOnly, target };
  });
}

function targetOf(file: string, specifier: string, known: ReadonlySet<string>): string | undefined {
  if (!specifier.startsWith(".") && !specifier.startsWith("#")) return undefined;
  const target = specifier.startsWith("#")
    ? specifier.slice(1)
    : path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier));
  return known.has(target) ? target : `${target} (missing)`;
}

export function isTestFile(file: string): boolean {
  return file.endsWith(".test.ts") || file.endsWith(".test.tsx");
}
