import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { KubeObject } from "#lib/kube/object.ts";
import { openGardenDatabase, type StoreTransaction } from "./garden-database.ts";

let folder = "";
let file = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "garden-data-"));
  file = path.join(folder, "garden.sqlite");
});
afterEach(() => rmSync(folder, { recursive: true }));

const map = (name: string, data = {}): KubeObject => ({
  kind: "ConfigMap",
  metadata: { namespace: "a", name },
  ...data,
});
const nothing: StoreTransaction = { changes: [], notes: [], facts: [] };

function put(...objects: readonly KubeObject[]): StoreTransaction {
  const changes = objects.map((object) => ({ collection: "configmaps", key: `a/${object.metadata.name}`, object }));
  return { ...nothing, changes };
}

function filled(): void {
  const database = openGardenDatabase(folder);
  database.write(
    put(...Array.from({ length: 200 }, (_, index) => map(`m${index}`, { data: { text: "ä".repeat(500) } }))),
  );
  database.close();
}

function foreign(sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

describe("what was written", () => {
  test("is there again: objects as they were last, notes, facts", () => {
    const first = openGardenDatabase(folder);
    first.write({ ...put(map("x"), map("y")), notes: [["n", "1"]], facts: [["f", "1"]] });
    first.write({ ...put(map("x", { data: { key: "ü\u2028🌱" } })), notes: [["o", "2"]], facts: [["f", "2"]] });
    first.write({
      ...nothing,
      changes: [{ collection: "configmaps", key: "a/y", object: undefined }],
      notes: [["n", undefined]],
    });
    first.close();
    const second = openGardenDatabase(folder);
    expect([...second.objects()]).toEqual([
      { collection: "configmaps", object: map("x", { data: { key: "ü\u2028🌱" } }) },
    ]);
    expect([...second.notes()]).toEqual([["o", "2"]]);
    expect([second.fact("f"), second.fact("g")]).toEqual(["2", undefined]);
    second.close();
  });

  test("is written together or not at all", () => {
    const database = openGardenDatabase(folder);
    function* failing() {
      yield { collection: "configmaps", key: "a/x", object: map("x") };
      throw new Error("on the way");
    }
    expect(() => database.write({ ...nothing, changes: failing() })).toThrow("on the way");
    expect([...database.objects()]).toEqual([]);
    database.write(put(map("y")));
    expect([...database.objects()]).toHaveLength(1);
    database.close();
  });

  test("is for its owner's eyes alone, also in files that were open to others", () => {
    writeFileSync(file, "", { mode: 0o644 });
    const database = openGardenDatabase(folder);
    database.write(put(map("x")));
    for (const name of [file, `${file}-wal`]) expect(statSync(name).mode & 0o777).toBe(0o600);
    database.close();
  });
});

describe("a folder in use is refused, and says so", () => {
  test("within the process", () => {
    const first = openGardenDatabase(folder);
    expect(() => openGardenDatabase(folder)).toThrow(/in use by another process/);
    first.close();
    openGardenDatabase(folder).close();
  });

  test("to another process, until the first one is gone, however it went", () => {
    const script = `
      const { DatabaseSync } = require("node:sqlite");
      const database = new DatabaseSync(${JSON.stringify(file)}, { timeout: 0 });
      try { database.prepare("SELECT count(*) FROM objects").get(); console.log("opened"); }
      catch (error) { console.log(error.errcode); }
      process.kill(process.pid, "SIGKILL");`;
    const other = () => spawnSync(process.execPath, ["-e", script], { encoding: "utf8" }).stdout.trim();
    const first = openGardenDatabase(folder);
    expect(other()).toBe("5");
    first.close();
    expect(other()).toBe("opened");
    openGardenDatabase(folder).close();
  });
});

describe("what cannot be trusted is refused by name and left as it is", () => {
  test.each<[string, () => void, RegExp]>([
    [
      "a file that is no database",
      () => writeFileSync(file, "# Notes\n".repeat(1000)),
      /no database, or a damaged one/,
    ],
    [
      "another program's database",
      () => foreign("CREATE TABLE places (url TEXT)"),
      /no database of an embedded garden/,
    ],
    [
      "another program's marked database without tables",
      () => foreign("PRAGMA application_id = 7"),
      /no database of an embedded garden/,
    ],
    [
      "another format",
      () => {
        filled();
        foreign("PRAGMA user_version = 2");
      },
      /has format 2, and this version of Almanac reads format 1/,
    ],
    [
      "a file cut in half",
      () => {
        filled();
        truncateSync(file, Math.floor(statSync(file).size / 8192) * 4096);
      },
      /damaged/,
    ],
    [
      "a file with a broken middle",
      () => {
        filled();
        const bytes = readFileSync(file);
        bytes.fill(0x5a, 8192, 8192 + 4096 * 8);
        writeFileSync(file, bytes);
      },
      /damaged/,
    ],
    [
      "a log without its database",
      () => {
        writeFileSync(`${file}-wal`, "something");
      },
      /damaged: its log is there/,
    ],
  ])("%s", (_name, damage, sentence) => {
    damage();
    const read = () => [file, `${file}-wal`].map((name) => statSync(name, { throwIfNoEntry: false })?.size ?? 0);
    const [sizes, bytes] = [read(), statSync(file, { throwIfNoEntry: false }) && readFileSync(file)];
    expect(() => openGardenDatabase(folder)).toThrow(sentence);
    expect(read()).toEqual(sizes);
    if (bytes !== undefined) expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  test("an object that is not as it was written", () => {
    filled();
    foreign("UPDATE objects SET text = replace(text, 'm7\"', 'm8\"')");
    const database = openGardenDatabase(folder);
    expect(() => [...database.objects()]).toThrow(/configmaps a\/m\d+ is not as it was written/);
    database.close();
  });
});

test("an empty file, as a process leaves it that was killed at once, is a new garden", () => {
  writeFileSync(file, "");
  const database = openGardenDatabase(folder);
  expect([...database.objects()]).toEqual([]);
  database.close();
});
