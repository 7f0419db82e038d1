import * as z from "zod/mini";
import { type SettingName, settingChoices } from "./setting-choices.ts";

/** Maximum number of keyboard shortcuts that a user can change. */
export const maxCustomKeys = 30;
/** Keyboard shortcuts changed by the user, as pairs of the default key and the user's key: `z=t u=y`. */
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
  nextSteps: z.exactOptional(z.enum(settingChoices.nextSteps)),
} satisfies Readonly<Record<SettingName, unknown>>;

/** Settings of a user; settings never chosen are absent. */
export const storedSettingsSchema = z.object(fields);
export type StoredSettings = Readonly<z.infer<typeof storedSettingsSchema>>;

/** Response of GET and POST /api/settings: the user's settings as stored now. */
export const settingsSchema = z.object({
  settings: storedSettingsSchema,
  /** Reason why settings cannot be stored or shown. */
  unavailable: z.exactOptional(z.string()),
});
export type Settings = z.infer<typeof settingsSchema>;

/** Request of POST /api/settings with the settings to change. Of two requests for one setting the later wins. */
export const settingsChangeRequestSchema = z
  .strictObject(fields)
  .check(z.refine((change) => Object.keys(change).length > 0, "must name at least one setting"));
export type SettingsChangeRequest = z.infer<typeof settingsChangeRequestSchema>;
