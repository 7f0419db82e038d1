import { expect, test } from "vitest";
import { nextWindowOfRow } from "./next-window-of-row.ts";

const now = Date.parse("2026-11-24T12:00:00Z");

test("the next window is an interval in the cluster's own fixed offset", () => {
  const window = nextWindowOfRow({ begin: "220000+0100", end: "230000+0100" }, now);
  expect(new Date(window?.beginMs ?? 0).toISOString()).toBe("2026-11-24T21:00:00.000Z");
  expect(new Date(window?.usableEndMs ?? 0).toISOString()).toBe("2026-11-24T21:45:00.000Z");
  expect(window).toMatchObject({ open: false, offsetMinutes: 60 });
});

test("an open window says that it is open", () => {
  expect(nextWindowOfRow({ begin: "110000-0030", end: "130000-0030" }, now)).toMatchObject({
    open: true,
    offsetMinutes: -30,
  });
});

test.each([undefined, { begin: "", end: "" }, { begin: "25:00", end: "x" }])("%j names no window", (window) => {
  expect(nextWindowOfRow(window, now)).toBeUndefined();
});
