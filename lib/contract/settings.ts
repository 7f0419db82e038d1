import * as z from "zod/mini";
import { type SettingName, settingChoices } from "./setting-choices.ts";

/** How many keys may be other ones than the usual. */
export const mostOwnKeys = 30;
/** The usual key and the own one, for each that is another: `z=t u=y`. */
const keymap = z
  .string()
  .check(z.regex(/^(\S=\S( \S=\S)*)?$/u, "must be pairs of single characters, such as z=t u=y"), z.maxLength(250));

const fields = {
  theme: z.exactOptional(z.enum(settingChoices.theme)),
  density: z.exactOptional(z.enum(settingChoices.density)),
  language: z.exactOptional(z.enum(settingChoices.language)),
  clock: z.exactOptional(z.enum(settingChoices.clock)),
  keys: z.exactOptional(z.enum(settingChoices.keys)),
  keymap: z.exactOptional(keymap),
  kubeconfig: z.exactOptional(z.enum(settingChoices.kubeconfig)),
  readOnly: z.exactOptional(z.enum(settingChoices.readOnly)),
  bell: z.exactOptional(z.enum(settingChoices.bell)),
  firstSteps: z.exactOptional(z.enum(settingChoices.firstSteps)),
} satisfies Readonly<Record<SettingName, unknown>>;

/** A person's settings; what was never chosen is not there. */
export const storedSettingsSchema = z.object(fields);
export type StoredSettings = Readonly<z.infer<typeof storedSettingsSchema>>;

/** GET /api/settings, and what POST answers: the caller's own settings as they are kept now. */
export const settingsSchema = z.object({
  settings: storedSettingsSchema,
  /** Why they cannot be kept or shown. */
  unavailable: z.exactOptional(z.string()),
});
export type Settings = z.infer<typeof settingsSchema>;

/** POST /api/settings: the settings that are chosen, and no others. Of two writes of one setting the later one counts. */
export const settingsChangeSchema = z
  .strictObject(fields)
  .check(z.refine((change) => Object.keys(change).length > 0, "must name at least one setting"));
export type SettingsChange = z.infer<typeof settingsChangeSchema>;
