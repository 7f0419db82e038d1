import type { ChoiceSettingName, SettingChoice, SettingName } from "#lib/contract/setting-choices.ts";
import { type Message, message } from "#lib/language/text.ts";

export const settingLabels: Readonly<Record<SettingName, Message>> = {
  theme: message("Theme"),
  density: message("Density"),
  language: message("Language"),
  clock: message("Usual clock"),
  keys: message("Single-key shortcuts"),
  keymap: message("Your own keys"),
  kubeconfig: message("Kubeconfig lifetime"),
  readOnly: message("Read-only mode"),
  bell: message("Notices at the bell"),
  firstSteps: message("First steps"),
  nextSteps: message("Next steps of new clusters"),
};

/** Labels of setting choices that have no label elsewhere. */
export const settingChoiceLabels = {
  theme: { system: message("As the system"), light: message("Light"), dark: message("Dark") },
  density: { compact: message("Compact"), cosy: message("Cosy"), comfortable: message("Comfortable") },
} as const satisfies { readonly [Name in ChoiceSettingName]?: Readonly<Record<SettingChoice<Name>, Message>> };
