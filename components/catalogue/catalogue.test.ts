import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "..", "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

test("every piece of components/ui is in the catalogue, or is a part of one that is", () => {
  const imported = (files: readonly string[]) =>
    files.flatMap((file) =>
      [...read(file).matchAll(/(?:from |import\()"(?:#components\/ui\/|\.{1,2}\/)(?:[\w-]+\/)*([\w-]+\.tsx)"/g)].map(
        ([, name]) => name,
      ),
    );
  const pieces = globSync("components/ui/**/*.tsx", { cwd: root });
  const shown = new Set(imported([...globSync("components/catalogue/*.tsx", { cwd: root }), ...pieces]));
  expect(pieces.map((file) => path.basename(file)).filter((name) => !shown.has(name))).toEqual([]);
});
