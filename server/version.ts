import "server-only";
import manifest from "#package.json" with { type: "json" };

/** The version of this Almanac. */
export const { version } = manifest;
