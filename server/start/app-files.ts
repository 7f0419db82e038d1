import { globSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..", "..");

/** A file that Next serves, with the path it serves it at. */
export interface AppFile {
  /** As Next names it, without groups: `/clusters/[project]/[name]`. */
  readonly path: string;
  readonly file: string;
}

export interface PageFile extends AppFile {
  /** The layout of the dashboard asks for a session; what lies beside it is for anyone. */
  readonly access: "anyone" | "signed-in";
}

/** Answers for every address that has no page of its own, and is none itself. */
const forTheRest = /\/\[\.\.\.\w+\]$/;

/** What Next finds below app/: `route.ts` files, or `page.tsx` files. The one list of what is served. */
export function appFiles(name: "route.ts" | "page.tsx"): readonly AppFile[] {
  const files = globSync(`app/**/${name}`, { cwd: root }).map((file) => file.split(path.sep).join("/"));
  return files
    .map((file) => ({ file: path.join(root, file), path: servedAt(file) }))
    .filter((served) => !forTheRest.test(served.path))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

export function appPages(): readonly PageFile[] {
  const dashboard = path.join(root, "app", "(dashboard)", path.sep);
  return appFiles("page.tsx").map((page) => ({
    ...page,
    access: page.file.startsWith(dashboard) ? "signed-in" : "anyone",
  }));
}

/** Groups in parentheses are no part of the address. */
function servedAt(file: string): string {
  const folders = file.split("/").slice(1, -1);
  return `/${folders.filter((folder) => !/^\(.*\)$/.test(folder)).join("/")}`;
}
