/** What a person can choose of each setting. The first is what holds until somebody chooses. */
export const settingChoices = {
  theme: ["system", "light", "dark"],
  density: ["compact", "cosy", "comfortable"],
  /** The language of pages; `auto` is the one that the browser asks for. */
  language: ["auto", "en", "de"],
  /** The clock of pages whose address names none. */
  clock: ["me", "cluster", "utc"],
  /** What a single character does. */
  keys: ["on", "off"],
  /** Seconds for which a kubeconfig is asked for, unless somebody chooses others. */
  kubeconfig: ["3600", "600", "14400", "28800", "86400"],
  /** Whether this person wants nothing to be changed from here. */
  readOnly: ["off", "on"],
  /** Whether the bell counts what rules told. */
  bell: ["on", "off"],
  firstSteps: ["shown", "hidden"],
} as const;

type Choices = typeof settingChoices;
export type ChoiceName = keyof Choices;
export type Choice<Name extends ChoiceName> = Choices[Name][number];

/** Every setting: those that are chosen among, and the keys. */
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
