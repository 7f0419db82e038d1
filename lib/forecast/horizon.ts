const monthsAhead = 19;

function monthBegin(now: number, months: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
}

/**
 * Returns the end of the forecast period: the end of the eighteenth month after this one, in epoch milliseconds. Whole
 * months keep a forecast from changing merely because time passes.
 */
export function forecastHorizon(now: number): number {
  return monthBegin(now, monthsAhead);
}

/** Returns when the end of the forecast period moves next. */
export function nextHorizonAt(now: number): number {
  return monthBegin(now, 1);
}
