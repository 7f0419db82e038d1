import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { shareScripts } from "./share-scripts.ts";

async function inFolder(look: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "almanac-chunks-"));
  try {
    await mkdir(path.join(folder, "ssr"));
    await look(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const chunk = (name: string) => `module.exports=[7,(e)=>{e.said="so"}];\n\n//# sourceMappingURL=${name}.map`;

test("equal chunks are one list of modules, whichever is asked for", async () => {
  await inFolder(async (folder) => {
    const names = ["[root]__a._.js", "b._.js", "ssr/c.js"];
    for (const name of names) await writeFile(path.join(folder, name), chunk(name));
    await writeFile(path.join(folder, "other.js"), 'module.exports=[7,(e)=>{e.said="other"}];');
    await shareScripts(folder);
    const load = createRequire(path.join(folder, "route.js"));
    const [first, ...others] = names.map((name) => load(`./${name}`));
    expect(first).toHaveLength(2);
    for (const other of others) expect(other).toBe(first);
    expect(load("./other.js")).not.toBe(first);
  });
});

test("what is no chunk stays as it is, and so does a build that was shared before", async () => {
  await inFolder(async (folder) => {
    const page = 'var R=require("./runtime.js")';
    for (const name of ["a.js", "b.js"]) await writeFile(path.join(folder, name), page);
    for (const name of ["c.js", "d.js"]) await writeFile(path.join(folder, name), chunk(name));
    await shareScripts(folder);
    const read = async () =>
      await Promise.all(["a", "b", "c", "d"].map((name) => readFile(`${folder}/${name}.js`, "utf8")));
    const shared = await read();
    expect(shared.slice(0, 3)).toEqual([page, page, chunk("c.js")]);
    await shareScripts(folder);
    expect(await read()).toEqual(shared);
    await shareScripts(path.join(folder, "nowhere"));
  });
});
