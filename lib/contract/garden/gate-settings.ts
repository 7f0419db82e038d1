import * as z from "zod/mini";

/** Feature gates of Gardener that Almanac's operator has set for a garden. A page ignores gates that it does not know. */
export const gateSettingsSchema = z.record(z.string(), z.boolean());
