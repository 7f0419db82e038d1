/** Internal request header with the garden's name from the URL, such as `live` from `/g/live/clusters`. */
export const gardenHeader = "x-almanac-garden";
