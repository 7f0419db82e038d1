import { addDays, addMonths, type DayKey } from "./calendar-days.ts";

/**
 * The day that a key leads to from another, as the date grid of the ARIA authoring practices has it; undefined for a key
 * that does not move.
 */
export function dayAfterKey(key: string, day: DayKey, withShift: boolean): DayKey | undefined {
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  switch (key) {
    case "ArrowLeft":
      return addDays(day, -1);
    case "ArrowRight":
      return addDays(day, 1);
    case "ArrowUp":
      return addDays(day, -7);
    case "ArrowDown":
      return addDays(day, 7);
    case "Home":
      return addDays(day, -weekday);
    case "End":
      return addDays(day, 6 - weekday);
    case "PageUp":
      return addMonths(day, withShift ? -12 : -1);
    case "PageDown":
      return addMonths(day, withShift ? 12 : 1);
    default:
      return undefined;
  }
}
