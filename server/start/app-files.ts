import { globSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..", "..");

/** A file in app/ and the path at which Next serves it. */
export interface AppFile {
  /** Next's route pattern without groups: `/clusters/[project]/[name]`. */
  readonly path: string;
  readonly file: string;
}

export interface PageFile extends AppFile {
  /** The dashboard's layout requires a session; pages outside it are public. */
  readonly access: "anyone" | "signed-in";
}

/** Catch-all pages, which handle unknown URLs and are no pages themselves. */
const forTheRest = /\/\[\.\.\.\w+\]$/;

/** All `route.ts` or `page.tsx` files below app/: the single list of what is served. */
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

/** Groups in parentheses are not part of the URL. */
function servedAt(file: string): string {
  const folders = file.split("/").slice(1, -1);
  return `/${folders.filter((folder) => !/^\(.*\)$/.test(folder)).join("/")}`;
}
