import { globSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..", "..");

/** A source file below app/, and the URL path at which Next.js serves it. */
export interface AppFile {
  /** Route pattern of Next.js without route groups, such as `/clusters/[project]/[name]`. */
  readonly path: string;
  readonly file: string;
}

export interface PageFile extends AppFile {
  /** Who can open the page: those below app/(dashboard) require a session, all others are public. */
  readonly access: "anyone" | "signed-in";
}

/** Catch-all pages, which only answer unknown URLs. */
const forTheRest = /\/\[\.\.\.\w+\]$/;

/** All `route.ts` or `page.tsx` files below app/, without catch-all pages. */
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

/** The URL path of a source file; folders in parentheses are route groups and not part of it. */
function servedAt(file: string): string {
  const folders = file.split("/").slice(1, -1);
  return `/${folders.filter((folder) => !/^\(.*\)$/.test(folder)).join("/")}`;
}
