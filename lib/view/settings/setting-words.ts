import type { Choice, ChoiceName, SettingName } from "#lib/contract/setting-choices.ts";

export const settingLabels: Readonly<Record<SettingName, string>> = {
  theme: "Theme",
  density: "Density",
  language: "Language",
  clock: "Usual clock",
  keys: "Single-key shortcuts",
  keymap: "Your own keys",
  kubeconfig: "Kubeconfig lifetime",
  readOnly: "Read-only mode",
  bell: "Notices at the bell",
  firstSteps: "First steps",
};

/** What can be chosen, in words, where the words of the thing itself do not say it. */
export const settingWords = {
  theme: { system: "As the system", light: "Light", dark: "Dark" },
  density: { compact: "Compact", cosy: "Cosy", comfortable: "Comfortable" },
} as const satisfies { readonly [Name in ChoiceName]?: Readonly<Record<Choice<Name>, string>> };
