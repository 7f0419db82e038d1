import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { GET } from "#app/api/landscape-configuration/route.ts";
import { landscapeConfigurationResponseSchema } from "#lib/contract/landscape-configuration/landscape-configuration.ts";
import { configMaps } from "#lib/kube/resource.ts";
import { completeFrontendConfig } from "#lib/landscape-configuration/frontend-config.fixture.ts";
import { readConfig } from "#server/config/config.ts";
import { runInLanguage } from "#server/language/run-in-language.ts";
import { parseOkResponse, startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { createLandscapeConfiguration, landscapeSourceOf } from "./landscape-configuration.ts";

const folder = mkdtempSync(path.join(tmpdir(), "almanac-frontend-config-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = path.join(folder, "frontend-config.yaml");
const target = { resource: configMaps, namespace: "garden", name: "gardener-dashboard-frontend" };

const demo = startDemoTestBed({
  plant: ({ api }) => {
    api.patch(target, { data: { "frontend-config.yaml": completeFrontendConfig } });
  },
});

function settings(env: Readonly<Record<string, string>>) {
  const config = readConfig(env);
  if (!config.ok) throw new Error(config.error.join());
  const lines: unknown[] = [];
  const log = {
    info: (...line: unknown[]) => void lines.push(line),
    warn: (...line: unknown[]) => void lines.push(line),
  };
  let nowMs = 0;
  const own = undefined;
  const source = landscapeSourceOf(config.value, { summary: { kind: "kubeconfig", name: "test" }, own });
  const landscape = createLandscapeConfiguration(source, { log, now: () => nowMs });
  return {
    lines,
    read: landscape.read,
    later: () => {
      nowMs += 30_000;
    },
  };
}

describe("the operator's settings", () => {
  test("everybody who is signed in gets those of the ConfigMap, without what Almanac does not use", async () => {
    const response = await parseOkResponse(await demo.call(GET, "stranger"), landscapeConfigurationResponseSchema);
    expect(response.configuration.branding?.productName).toBe("Nucleus");
    expect(response).not.toHaveProperty("document");
    expect(JSON.stringify(response)).not.toContain("#0b8062");
  });

  test("only who sees all clusters gets where they come from, and which keys have no effect", async () => {
    const { document } = await parseOkResponse(await demo.call(GET, "operator"), landscapeConfigurationResponseSchema);
    expect(document).toMatchObject({
      source: "ConfigMap garden/gardener-dashboard-frontend",
      problems: { first: [], more: 0 },
    });
    expect(document?.unusedKeys.first).toContain("themes");
    for (const person of ["owner-commerce", "stranger"]) {
      expect(await (await demo.call(GET, person)).text()).not.toContain("themes");
    }
  });

  test("a file is read again when it has changed, at most twice a minute", async () => {
    writeFileSync(file, "sla: { title: One }");
    const { read, later } = settings({ FRONTEND_CONFIG_FILE: file });
    expect((await read()).configuration).toEqual({ sla: { title: "One" } });
    writeFileSync(file, "sla: { title: Two }");
    expect((await read()).configuration).toEqual({ sla: { title: "One" } });
    later();
    expect((await read()).configuration).toEqual({ sla: { title: "Two" } });
  });

  test("a broken document is named in the log and to the reader with its line, and Almanac goes on without it", async () => {
    writeFileSync(file, "sla:\n  title: T\n alert: [\n");
    const { read, lines } = settings({ FRONTEND_CONFIG_FILE: file });
    const { configuration, document } = await read();
    expect(configuration).toEqual({});
    expect(document?.problems.first[0]).toMatchObject({ line: 3, column: 1 });
    expect(lines[0]).toEqual([
      expect.objectContaining({ source: "frontend-config.yaml", line: 3, column: 1 }),
      expect.stringContaining("the operator's settings are broken"),
    ]);
  });

  test.each([
    ["a key that is here twice", "sla: {}\nsla: {}\n"],
    ["an alias of itself", "alert: &a { message: m, again: *a }"],
  ])("a document that breaks by %s keeps the effect that it had, and its problems are shown", async (_, broken) => {
    writeFileSync(file, "alert: { message: M }\nshootAdminKubeconfig: { enabled: false }");
    const { read, later } = settings({ FRONTEND_CONFIG_FILE: file });
    const before = await read();
    writeFileSync(file, broken);
    later();
    const { configuration, document } = await read();
    expect(configuration).toEqual(before.configuration);
    expect(document?.unread).toMatch(/broken/);
    expect(document?.problems.first).toHaveLength(1);
    writeFileSync(file, "# all gone\n");
    later();
    expect((await read()).configuration).toEqual({});
  });

  test("problems are told in the language of whoever asks", async () => {
    writeFileSync(file, "alert: 7\nsla: {title: 7}\nsla: {title: 8}");
    const { read } = settings({ FRONTEND_CONFIG_FILE: file });
    const english = await read();
    const german = await runInLanguage("de", read);
    expect(english.document?.problems.first[0]?.message).toMatch(/here twice/);
    expect(german.document?.problems.first[0]?.message).not.toMatch(/here twice/);
  });

  test("of many problems and keys the first are named, with the number of the others", async () => {
    const many = (of: string) => Array.from({ length: 60 }, (_, index) => of.replace("#", String(index)));
    writeFileSync(file, [...many("x#: 1"), "externalTools:", ...many("- { url: '#' }")].join("\n"));
    const { document } = await settings({ FRONTEND_CONFIG_FILE: file }).read();
    expect([document?.unknownKeys.first.length, document?.unknownKeys.more]).toEqual([50, 10]);
    expect([document?.problems.first.length, document?.problems.more]).toEqual([50, 70]);
  });

  test("unknown keys are named in the log", async () => {
    writeFileSync(file, "slaa: { title: T }\n");
    const { read, lines } = settings({ FRONTEND_CONFIG_FILE: file });
    expect((await read()).document?.unknownKeys).toEqual({ first: ["slaa"], more: 0 });
    expect(lines).toEqual([
      [{ source: "frontend-config.yaml", unknownKeys: ["slaa"], more: 0 }, "the operator's settings have unknown keys"],
    ]);
  });

  test("a document that cannot be read any more keeps its effect, and that is said without the folder", async () => {
    writeFileSync(file, "sla: { title: T }");
    const { read, later, lines } = settings({ FRONTEND_CONFIG_FILE: file });
    await read();
    rmSync(file);
    later();
    const { configuration, document } = await read();
    expect(configuration).toEqual({ sla: { title: "T" } });
    expect(document?.unread).toMatch(/read again/);
    expect(JSON.stringify(document)).not.toContain(folder);
    later();
    await read();
    expect(lines, "told once").toHaveLength(1);
  });

  test("a document whose next reading is slow is not said to be unreadable", async () => {
    let nowMs = 0;
    const slow = Promise.withResolvers<string>();
    const answers = [Promise.resolve("sla: { title: T }"), slow.promise];
    const source = { source: "ConfigMap garden/slow", read: async () => answers.shift() };
    const log = { info: () => undefined, warn: () => undefined };
    // Nobody waits for the second reading.
    const { read } = createLandscapeConfiguration(source, { log, now: () => nowMs, pause: async () => undefined });
    await read();
    nowMs = 30_000;
    const { configuration, document } = await read();
    expect([configuration, answers]).toEqual([{ sla: { title: "T" } }, []]);
    expect(document).not.toHaveProperty("unread");
    slow.resolve("sla: { title: T }");
  });

  test("a ConfigMap without the key is named in the log once", async () => {
    let nowMs = 0;
    const warnings: unknown[] = [];
    const log = { info: () => undefined, warn: (...line: unknown[]) => void warnings.push(line) };
    const source = { source: "ConfigMap garden/empty", read: async () => undefined };
    const { read } = createLandscapeConfiguration(source, { log, now: () => nowMs });
    for (; nowMs < 300_000; nowMs += 30_000) expect((await read()).document?.unread).toMatch(/could not be read/);
    expect(warnings).toHaveLength(1);
  });

  test("without a setting there is no document, and nothing is read", async () => {
    expect(await settings({}).read()).toEqual({ configuration: {} });
  });

  test.each([
    [{ FRONTEND_CONFIG_FILE: "/a", FRONTEND_CONFIG_MAP: "garden/b" }, "FRONTEND_CONFIG_MAP"],
    [{ FRONTEND_CONFIG_FILE: "live=/a" }, "FRONTEND_CONFIG_FILE"],
    [{ FRONTEND_CONFIG_MAP: "b" }, "FRONTEND_CONFIG_MAP"],
  ])("%j is refused at the start", (env, variable) => {
    const config = readConfig(env);
    expect(config.ok ? [] : config.error).toEqual([expect.stringContaining(variable)]);
  });
});
