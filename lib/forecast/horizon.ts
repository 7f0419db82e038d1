const monthsAhead = 19;

function monthBegin(now: number, months: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
}

/**
 * How far forecasts look: to the end of the eighteenth month after this one. Whole months, so that a forecast does not
 * become another one merely because time goes on. Epoch milliseconds.
 */
export function forecastHorizon(now: number): number {
  return monthBegin(now, monthsAhead);
}

/** When the horizon moves next. */
export function nextHorizonAt(now: number): number {
  return monthBegin(now, 1);
}
