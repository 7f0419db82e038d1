import { expect, test } from "vitest";
import { parseInstant } from "./instant.ts";

test("an instant is read with its offset from UTC", () => {
  expect(parseInstant("2026-03-29T07:29:59+02:00")).toBe(Date.UTC(2026, 2, 29, 5, 29, 59));
});

test.each(["2024-02-29T00:00:00Z", "2026-12-31T23:59:59.5Z"])("the end of a month, %s, is an instant", (text) => {
  expect(parseInstant(text)).toBe(Date.parse(text));
});

test.each(["2026-02-29T00:00:00Z", "2026-04-31T00:00:00Z", "2026-02-28T24:00:00Z", "2026-13-01", "soon", "", null])(
  "%s is no instant, as in Go",
  (text) => {
    expect(parseInstant(text)).toBeUndefined();
  },
);
