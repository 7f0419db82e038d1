import { afterEach, expect, test } from "vitest";
import { shiftClock } from "./shift-clock.ts";

const machine = globalThis.Date;
const dayMs = 86_400_000;

afterEach(() => {
  machine.prototype.constructor = machine;
  globalThis.Date = machine;
});

/** Difference between the tested clock and the system clock, in whole days. */
const daysAway = () => Math.round((Date.now() - machine.now()) / dayMs);

test("a clock that was shifted is moved on, for now and for new dates, and a given instant stays what it is", () => {
  const moveOn = shiftClock(-2 * dayMs);
  expect(daysAway()).toBe(-2);
  moveOn(5 * dayMs);
  expect(daysAway()).toBe(3);
  const fresh = new Date();
  expect(Math.round((fresh.getTime() - machine.now()) / dayMs)).toBe(3);
  expect(new Date(5).toISOString()).toBe("1970-01-01T00:00:00.005Z");
});

test("its dates are the machine's", () => {
  shiftClock(dayMs);
  expect(new Date()).toBeInstanceOf(machine);
  expect(new Date().constructor).toBe(Date);
  expect(Math.round((Date.parse(Date()) - machine.now()) / dayMs)).toBe(1);
});
