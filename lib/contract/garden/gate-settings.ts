import * as z from "zod/mini";
import { gateNames } from "#lib/policy/editions/gates.ts";

/** Feature gates of Gardener that Almanac's operator has set for a garden. */
export const gateSettingsSchema = z.partialRecord(z.enum(gateNames), z.boolean());
