import "server-only";
import manifest from "#package.json" with { type: "json" };

/** Of this Almanac. */
export const { version } = manifest;
