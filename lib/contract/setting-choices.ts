/** Choices of each setting. The first one is the default. */
export const settingChoices = {
  theme: ["system", "light", "dark"],
  density: ["compact", "cosy", "comfortable"],
  /** Language of pages; `auto` follows the browser's preference. */
  language: ["auto", "en", "de"],
  /** Clock of pages whose address does not set one. */
  clock: ["me", "cluster", "utc"],
  /** Whether single-character shortcuts are enabled. */
  keys: ["on", "off"],
  /** Default lifetime of a requested kubeconfig, in seconds. */
  kubeconfig: ["3600", "600", "14400", "28800", "86400"],
  /** Whether the user has disabled all changes from here. */
  readOnly: ["off", "on"],
  /** Whether the bell counts the notices of rules. */
  bell: ["on", "off"],
  firstSteps: ["shown", "hidden"],
} as const;

type Choices = typeof settingChoices;
export type ChoiceName = keyof Choices;
export type SettingChoice<Name extends ChoiceName> = Choices[Name][number];

/** All settings: those with choices, and the keymap. */
export const settingNames = [
  "theme",
  "density",
  "language",
  "clock",
  "keys",
  "keymap",
  "kubeconfig",
  "readOnly",
  "bell",
  "firstSteps",
] as const satisfies readonly (ChoiceName | "keymap")[];
export type SettingName = (typeof settingNames)[number];
