import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { actionsKey, settleKeys } from "./settle-keys.ts";

const drawn = (digit: string) => ({
  previewModeId: digit.repeat(32),
  previewModeSigningKey: digit.repeat(64),
  previewModeEncryptionKey: digit.repeat(64),
});

/** What Next leaves of a build, with keys of its own. */
async function builtWith(digit: string, actions: object, look: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "almanac-keys-"));
  const write = (name: string, content: object) => writeFile(path.join(folder, name), JSON.stringify(content));
  try {
    await mkdir(path.join(folder, "server"));
    await write("prerender-manifest.json", { version: 4, routes: {}, preview: drawn(digit) });
    await write("server/preview-props.json", drawn(digit));
    await write("server/server-reference-manifest.json", { node: {}, edge: {}, encryptionKey: "a", ...actions });
    await look(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const read = async (folder: string, name: string): Promise<unknown> =>
  JSON.parse(await readFile(path.join(folder, name), "utf8"));

const propsSchema = z.object({ previewModeId: z.string() });
const { checkIsOnDemandRevalidate } = z
  .object({
    checkIsOnDemandRevalidate: z.custom<(headers: object, props: object) => { isOnDemandRevalidate: boolean }>(
      (value) => typeof value === "function",
    ),
  })
  .parse(createRequire(import.meta.url)("next/dist/server/api-utils"));

test("builds hold the same keys, whatever Next drew", async () => {
  await builtWith("1", {}, async (one) => {
    await builtWith("2", {}, async (other) => {
      for (const folder of [one, other]) await settleKeys(folder);
      for (const name of ["prerender-manifest.json", "server/preview-props.json"]) {
        expect(await read(one, name)).toEqual(await read(other, name));
      }
      expect(await read(one, "prerender-manifest.json")).toMatchObject({ version: 4, routes: {} });
    });
  });
});

test("no request passes by the proxy: there is no way to say the key", async () => {
  await builtWith("1", {}, async (folder) => {
    const passes = async (said: string) => {
      const props = propsSchema.parse(await read(folder, "server/preview-props.json"));
      return checkIsOnDemandRevalidate({ "x-prerender-revalidate": said }, props).isOnDemandRevalidate;
    };
    expect(await passes("1".repeat(32))).toBe(true);
    await settleKeys(folder);
    const { previewModeId: key } = propsSchema.parse(await read(folder, "server/preview-props.json"));
    const bytes = Buffer.from(key);
    for (const said of ["1".repeat(32), "", bytes.toString("latin1"), bytes.toString("utf8"), "%ED%A0%80", "\\ud800"]) {
      expect(await passes(said)).toBe(false);
    }
    // Of a cookie too: what is decoded is whole.
    expect(() => encodeURIComponent(key)).toThrow(URIError);
    expect(() => decodeURIComponent("%ED%A0%80")).toThrow(URIError);
  });
});

test("a build with server actions is refused, since everybody knows what they would be sealed with", async () => {
  await builtWith("1", { node: { a: { workers: {} } } }, async (folder) => {
    await expect(settleKeys(folder)).rejects.toThrow("server actions");
  });
});

test("where nothing was built, nothing is settled; what Next calls otherwise is an error", async () => {
  await builtWith("1", {}, async (folder) => {
    await settleKeys(path.join(folder, "standalone"));
    await writeFile(path.join(folder, "server/preview-props.json"), JSON.stringify({ previewId: "1" }));
    await expect(settleKeys(folder)).rejects.toThrow("previewModeId");
  });
});

test("the key of actions is one for AES, and another one of other sources", () => {
  expect(Buffer.from(actionsKey("a"), "base64")).toHaveLength(32);
  expect(actionsKey("a")).toBe(actionsKey("a"));
  expect(actionsKey("a")).not.toBe(actionsKey("b"));
});
