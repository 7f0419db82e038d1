import { expect, test } from "vitest";
import { parseInstant } from "./instant.ts";

test("an instant is read with its offset from UTC", () => {
  expect(parseInstant("2026-03-29T07:29:59+02:00")).toBe(Date.UTC(2026, 2, 29, 5, 29, 59));
});

test.each(["2024-02-29T00:00:00Z", "2026-12-31T23:59:59.5Z"])("the end of a month, %s, is an instant", (text) => {
  expect(parseInstant(text)).toBe(Date.parse(text));
});

test.each([
  "2026-02-29T00:00:00Z",
  "2026-04-31T00:00:00Z",
  "2026-02-28T24:00:00Z",
  "2026-13-01",
  "soon",
  "",
  null,
  "2026-01-01t10:00:00Z",
  "2026-01-01T10:00:00z",
  "2026-01-01T24:00:00Z",
  "2026-01-01T10:00:60Z",
  "2026-01-01T10:00:00",
  "2026-01-01T10:00:00+25:00",
  "2026-01-01T10:00:00+10:61",
  "2026-01-01T10:00:00.Z",
])("%s is no instant, as in Go", (text) => {
  expect(parseInstant(text)).toBeUndefined();
});

test.each([
  ["2026-01-01T1:00:00Z", "2026-01-01T01:00:00.000Z"],
  ["2026-01-01T10:00:00,5Z", "2026-01-01T10:00:00.500Z"],
  ["2026-01-01T10:00:00+24:00", "2025-12-31T10:00:00.000Z"],
  ["2026-01-01T10:00:00-23:60", "2026-01-02T10:00:00.000Z"],
])("%s is an instant, as in Go", (text, plain) => {
  expect(parseInstant(text)).toBe(Date.parse(plain));
});
