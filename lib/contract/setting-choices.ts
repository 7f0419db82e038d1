/** Possible values of each user setting. The first one is the default. */
export const settingChoices = {
  theme: ["system", "light", "dark"],
  density: ["compact", "cosy", "comfortable"],
  /** Language of pages; `auto` follows the browser's preference. */
  language: ["auto", "en", "de"],
  /** Clock in which pages show times, unless their URL sets one. */
  clock: ["me", "cluster", "utc"],
  /** Whether single-character shortcuts are enabled. */
  keys: ["on", "off"],
  /** Default lifetime of a requested kubeconfig, in seconds. */
  kubeconfig: ["3600", "600", "14400", "28800", "86400"],
  /** Whether the user has disabled all changes to clusters from this Almanac. */
  readOnly: ["off", "on"],
  /** Whether the bell icon counts the notices of watch rules. */
  bell: ["on", "off"],
  firstSteps: ["shown", "hidden"],
  /** Whether new clusters show what can be done with them next. */
  nextSteps: ["shown", "hidden"],
} as const;

type Choices = typeof settingChoices;
export type ChoiceSettingName = keyof Choices;
export type SettingChoice<Name extends ChoiceSettingName> = Choices[Name][number];

/** Names of all user settings: those with fixed choices, and the keymap. */
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
  "nextSteps",
] as const satisfies readonly (ChoiceSettingName | "keymap")[];
export type SettingName = (typeof settingNames)[number];
