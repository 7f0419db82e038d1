import { posix } from "node:path";
import { describe, expect, test } from "vitest";
import { allowedImports, allowedPackages, folderImportOrder } from "./import-rules.ts";
import { isTestFile, readSourceFiles, type SourceFile } from "./source-files.ts";

const files = readSourceFiles();
const product = files.filter(({ path }) => /^(app|components|lib|server|garden)\//.test(path) && !isTestFile(path));

function folderOf(path: string, folders: object = allowedImports): string | undefined {
  return Object.keys(folders)
    .filter((folder) => path === folder || path.startsWith(`${folder}/`))
    .sort((a, b) => b.length - a.length)[0];
}

function mayImport(from: string, target: string): boolean {
  const folder = folderOf(from);
  if (folder === undefined) return true;
  const noun = folder === "components" ? from.split("/").slice(0, 2).join("/") : undefined;
  const allowed = [...(allowedImports[folder] ?? []), ...(noun === undefined ? [] : [noun])];
  return allowed.some((place) => target === place || target.startsWith(`${place}/`));
}

function faults(check: (file: SourceFile) => readonly string[], among: readonly SourceFile[] = product): string[] {
  return among.flatMap((file) => check(file).map((fault) => `${file.path}: ${fault}`));
}

describe("import directions", () => {
  test("every internal import names a file that exists", () => {
    expect(
      faults(
        ({ imports }) =>
          imports.flatMap(({ target }) =>
            target?.endsWith("(missing)") && !/(\.(css|json|js)|compiled-messages) \(missing\)$/.test(target)
              ? [target]
              : [],
          ),
        files,
      ),
    ).toEqual([]);
  });

  test("each folder imports only what lies below it", () => {
    expect(
      faults(
        ({ path, imports }) =>
          imports.flatMap(({ target }) =>
            target === undefined || target.endsWith("(missing)") || mayImport(path, target)
              ? []
              : [`imports ${target}`],
          ),
        files.filter(({ path }) => !isTestFile(path)),
      ),
    ).toEqual([]);
  });

  test("each folder uses only the packages meant for it", () => {
    expect(
      faults(({ path, imports }) => {
        const allowed = allowedPackages[folderOf(path, allowedPackages) ?? ""];
        if (allowed === undefined) return [];
        return imports.flatMap(({ specifier, target }) =>
          target !== undefined || allowed.test(specifier) ? [] : [`imports the package ${specifier}`],
        );
      }),
    ).toEqual([]);
  });

  test("the product imports nothing that is there for tests", () => {
    expect(
      faults(
        ({ imports }) =>
          imports.flatMap(({ target }) => (target && !isProductPath(target) ? [`imports ${target}`] : [])),
        product.filter(isProduct),
      ),
    ).toEqual([]);
  });

  test("no module imports itself over a detour, types included", () => {
    expect(cycles(product)).toEqual([]);
  });

  test("no folder imports itself over a detour, types included", () => {
    expect(folderCycles(product)).toEqual([]);
  });

  test.each(Object.entries(folderImportOrder))("the rooms of %s keep their order", (place, order) => {
    const roomOf = (path: string) => {
      const [room = "", ...inside] = path.startsWith(`${place}/`) ? path.slice(place.length + 1).split("/") : [];
      return inside.length > 0 && room !== "testing" ? room : undefined;
    };
    const found = product.filter(isProduct).flatMap(({ path, imports }) => {
      const room = roomOf(path);
      if (room === undefined) return [];
      if (!order.includes(room)) return [`${path}: ${place} has no room called ${room}`];
      return imports.flatMap(({ target = "" }) => {
        const other = isProductPath(target) ? roomOf(target) : undefined;
        return other === undefined || order.indexOf(other) <= order.indexOf(room) ? [] : [`${path}: imports ${target}`];
      });
    });
    expect(found).toEqual([]);
  });

  test("an import is relative inside a room, and by # from one room to another", () => {
    const roomOf = (path: string) => {
      const folders = posix.dirname(path).split("/");
      const hasRooms = /^(components|garden|lib|server|tools)$/.test(folders[0] ?? "");
      return folders.slice(0, hasRooms ? 2 : 1).join("/");
    };
    const found = files.flatMap(({ path, imports }) =>
      imports.flatMap(({ specifier, target }) => {
        if (target === undefined || target.endsWith("(missing)") || !path.includes("/")) return [];
        const isInside = roomOf(path) === roomOf(target);
        return isInside === specifier.startsWith(".") ? [] : [`${path}: ${specifier}`];
      }),
    );
    expect(found).toEqual([]);
  });

  test("no barrels", () => {
    expect(files.filter(({ path }) => /\/index\.tsx?$/.test(path)).map(({ path }) => path)).toEqual([]);
  });
});

describe("boundaries", () => {
  test("the browser starts only in components and app", () => {
    const marked = files.filter(({ text }) => /^"use client";/m.test(text)).map(({ path }) => path);
    expect(marked.filter((path) => !/^(components|app)\//.test(path))).toEqual([]);
  });

  test("S07: there are no Server Actions: they accept requests without an origin", () => {
    expect(files.filter(({ text }) => /^\s*"use server";/m.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test("lib has no clock, no chance, no environment", () => {
    const impure = /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bprocess\.env\b|\bfetch\(/;
    expect(
      faults(
        ({ text }) => (impure.test(withoutComments(text)) ? ["reads something from outside"] : []),
        product.filter(({ path }) => path.startsWith("lib/") && !path.endsWith(".fixture.ts")),
      ),
    ).toEqual([]);
  });

  test("every server module that a page or route imports refuses to enter the browser", () => {
    const byPath = new Map(files.map((file) => [file.path, file]));
    const entries = new Set(
      product
        .filter(({ path }) => path.startsWith("app/"))
        .flatMap(({ imports }) => imports.filter(({ typeOnly }) => !typeOnly).flatMap(({ target }) => target ?? []))
        .filter((target) => target.startsWith("server/")),
    );
    const open = [...entries].filter((path) => !/^import "server-only";/m.test(byPath.get(path)?.text ?? ""));
    expect(open).toEqual([]);
  });

  test("every method of a route is made by createGardenRoute(...)", () => {
    const method = "(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)";
    const bare = new RegExp(
      [
        `export\\s+(?:async\\s+)?function\\s+${method}`,
        `export\\s+const\\s+${method}\\s*=(?!\\s*(?:createGardenRoute|createProcessRoute)\\()`,
        // Routes create a handler for each HTTP method that they support by calling handler(...).
        "export\\s+const\\s*\\{[^}]*\\}\\s*=(?!\\s*createMethodRejections\\()",
      ].join("|"),
    );
    const routes = product.filter(({ path }) => /^app\/.*route\.ts$/.test(path));
    expect(routes.length).toBeGreaterThan(0);
    expect(
      faults(
        ({ text }) => (bare.test(text) ? ["exports a method that createGardenRoute(...) did not make"] : []),
        routes,
      ),
    ).toEqual([]);
  });
});

describe("size follows reason to change", () => {
  const limitOf = (path: string) => (path.startsWith("lib/policy/") ? 300 : 400);

  test("no file outgrows its limit (400 lines; 300 in the policy core; demo data apart)", () => {
    const long = files
      .filter(({ path }) => !path.startsWith("garden/landscape/") && !path.startsWith(".next/"))
      .map(({ path, text }) => ({ path, lines: text.split("\n").length - 1 }))
      .filter(({ path, lines }) => lines > limitOf(path));
    expect(long).toEqual([]);
  });

  test("no folder holds more than 36 files", () => {
    const held = Map.groupBy(files, ({ path }) => posix.dirname(path));
    expect(
      [...held].filter(([, { length }]) => length > 36).map(([folder, { length }]) => `${folder}: ${length}`),
    ).toEqual([]);
  });

  test("half of the product's files have at most 100 lines, and 95 % at most 300", () => {
    const lines = product.map(({ text }) => text.split("\n").length - 1).sort((a, b) => a - b);
    expect(lines[Math.floor(lines.length * 0.5)]).toBeLessThanOrEqual(100);
    expect(lines[Math.floor(lines.length * 0.95)]).toBeLessThanOrEqual(300);
  });
});

test("no file is named for what it is not", () => {
  const vague = /(^|\/)(utils?|helpers?|common|misc|managers?|services?)(\.tsx?$|\/)/;
  expect(files.filter(({ path }) => vague.test(path)).map(({ path }) => path)).toEqual([]);
});

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "");
}

/** Cycles among the imports of modules, each as the chain of files. */
function cycles(among: readonly SourceFile[]): string[] {
  return loops(new Map(among.map(({ path, imports }) => [path, imports.flatMap(({ target }) => target ?? [])])));
}

/** Cycles among the imports of folders. A folder counts only its own files, not those of its subfolders. */
function folderCycles(among: readonly SourceFile[]): string[] {
  const targets = new Map<string, string[]>();
  for (const { path, imports } of among.filter(isProduct)) {
    const folder = posix.dirname(path);
    const known = targets.get(folder) ?? [];
    const others = imports
      .flatMap(({ target }) => target ?? [])
      .filter((target) => isProductPath(target))
      .map((target) => posix.dirname(target));
    targets.set(folder, [...known, ...others.filter((other) => other !== folder)]);
  }
  return loops(targets);
}

/** Whether a file is part of the product. Tests, and files that only tests use, can import anything. */
function isProductPath(path: string): boolean {
  return !/\.(test|fixture)\.tsx?$|(^|\/)testing\//.test(path);
}

const isProduct = ({ path }: SourceFile) => isProductPath(path);

function loops(targets: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (place: string, trail: readonly string[]): void => {
    const at = trail.indexOf(place);
    if (at >= 0) {
      found.push([...trail.slice(at), place].join(" → "));
      return;
    }
    if (done.has(place)) return;
    for (const target of targets.get(place) ?? []) visit(target, [...trail, place]);
    done.add(place);
  };
  for (const place of targets.keys()) visit(place, []);
  return found;
}
