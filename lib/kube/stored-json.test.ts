import { expect, test } from "vitest";
import { parseNoticeDocument } from "#lib/notices/notice-document.ts";
import { parseRuleDocument } from "#lib/notices/rule-document.ts";
import { parseEntryDocument } from "#lib/stored-entries/entry-document.ts";
import { parseSettingsDocument } from "#lib/user-settings/settings-document.ts";
import { parseStoredJson } from "./stored-json.ts";

const inside = (value: string) => `{"owner":{"name":"a","groups":[]},"rules":[],"views":${value},"settings":${value}}`;

test.each([
  ["lists nested 490,000 deep", inside(`${"[".repeat(490_000)}${"]".repeat(490_000)}`)],
  ["objects nested 160,000 deep", inside(`${'{"a":'.repeat(160_000)}1${"}".repeat(160_000)}`)],
  ["240,000 empty entries", inside(`[${Array.from({ length: 240_000 }, () => "{}").join()}]`)],
  ["a text of a mebibyte", inside(`"${"x".repeat(1_048_576)}"`)],
  ["no JSON", "{"],
])("%s: no book, for next to no work", (_what, text) => {
  const before = process.threadCpuUsage();
  for (const parse of [
    parseStoredJson,
    (text: string) => parseEntryDocument(text, { list: "views" }),
    parseRuleDocument,
    parseSettingsDocument,
    parseNoticeDocument,
  ])
    expect(parse(text)).toBeUndefined();
  const { user } = process.threadCpuUsage(before);
  expect(user / 1_000).toBeLessThan(100);
});

test("brackets and commas within texts do not count", () => {
  const value = { views: ["[[[[".repeat(2_000), ",,,,".repeat(5_000), '\\"[[['] };
  expect(parseStoredJson(JSON.stringify(value))).toEqual(value);
});
