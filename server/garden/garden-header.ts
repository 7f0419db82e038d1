/** Under which a request says, between our own parts, which of several gardens its address names. */
export const gardenHeader = "x-almanac-garden";
