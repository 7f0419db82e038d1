/** Internal header with the name of the garden that a request's URL selects. */
export const gardenHeader = "x-almanac-garden";
