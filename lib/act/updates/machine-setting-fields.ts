import type { Worker } from "#lib/garden/shoot.ts";
import { type Message, message } from "#lib/language/text.ts";
import { defaultMachineSettings, type MachineControllerManagerSettings } from "#lib/policy/changes/pool-defaults.ts";
import type { GardenerRules } from "#lib/policy/editions/gardener-rules.ts";
import { isPoolUpdatedInPlace } from "#lib/policy/versions/filter-image.ts";

type SettingKind = "duration" | "count" | "list" | "switch";

/** Form field for a setting of machineControllerManager. */
export interface MachineSettingField {
  readonly field: string;
  readonly kind: SettingKind;
  readonly label: Message;
  readonly hint: Message;
  /** Whether only pools with in-place updates accept the setting. */
  readonly inPlaceOnly?: boolean;
}

export const machineSettingFields: readonly MachineSettingField[] = [
  {
    field: "machineDrainTimeout",
    kind: "duration",
    label: message("Drain timeout"),
    hint: message("How long Pods may take to leave a node before it goes all the same."),
  },
  {
    field: "machineHealthTimeout",
    kind: "duration",
    label: message("Health timeout"),
    hint: message("How long a node may be unhealthy before it is replaced."),
  },
  {
    field: "machineCreationTimeout",
    kind: "duration",
    label: message("Creation timeout"),
    hint: message("How long a new machine may take to become a node."),
  },
  {
    field: "maxEvictRetries",
    kind: "count",
    label: message("Eviction retries"),
    hint: message("How often an eviction is tried again, every 20 seconds."),
  },
  {
    field: "nodeConditions",
    kind: "list",
    label: message("Node conditions"),
    hint: message("Conditions that make a node unhealthy, with commas between them."),
  },
  {
    field: "machinePreserveTimeout",
    kind: "duration",
    label: message("Preserve timeout"),
    hint: message("How long a machine that is preserved is kept."),
  },
  {
    field: "autoPreserveFailedMachineMax",
    kind: "count",
    label: message("Failed machines preserved"),
    hint: message("How many failed machines are kept for a look at them."),
  },
  {
    field: "inPlaceUpdateTimeout",
    kind: "duration",
    label: message("In-place update timeout"),
    hint: message("How long a node may take to be updated in place."),
    inPlaceOnly: true,
  },
  {
    field: "disableHealthTimeout",
    kind: "switch",
    label: message("Disable the health timeout"),
    hint: message("Whether an unhealthy node is kept rather than replaced: true or false."),
    inPlaceOnly: true,
  },
];

/** Default shown in the form for a setting that the pool does not have; empty if Gardener sets none. */
export function machineSettingDefault(pool: Worker, field: string, context: MachineSettingContext): string {
  const defaults: Partial<MachineControllerManagerSettings> = defaultMachineSettings(
    pool,
    context.creationTimeout,
    context.rules,
  );
  return formatMachineSetting(new Map<string, unknown>(Object.entries(defaults)).get(field));
}

export interface MachineSettingContext {
  /** `machineCreationTimeout` of the machine type in the CloudProfile. */
  readonly creationTimeout: string | undefined;
  readonly rules: GardenerRules;
}

/** API value as editable text; empty if not set. */
export function formatMachineSetting(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.map(formatMachineSetting).join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Parses the text for a machine setting: undefined if empty; unparsable text is kept so that validation refuses it. */
export function parseMachineSetting(field: string, typed: string): unknown {
  const trimmed = typed.trim();
  if (trimmed === "") return undefined;
  switch (machineSettingFields.find((known) => known.field === field)?.kind) {
    case "count":
      return /^[+-]?\d{1,15}$/.test(trimmed) ? Number(trimmed) : trimmed;
    case "list":
      return trimmed
        .split(",")
        .map((item) => item.trim())
        .filter((item) => item !== "");
    case "switch":
      return trimmed === "true" ? true : trimmed === "false" ? false : trimmed;
    default:
      return trimmed;
  }
}

/** Parses a number of nodes or a percentage into its API value; undefined for an empty field. */
export function parseNodeAmount(typed: string): number | string | undefined {
  const trimmed = typed.trim();
  if (trimmed === "") return undefined;
  return /^[+-]?\d{1,15}$/.test(trimmed) ? Number(trimmed) : trimmed;
}

/** Returns the setting fields of a pool: those that it may have, and those that it has although it should not. */
export function machineSettingFieldsOf(pool: Worker): readonly MachineSettingField[] {
  const given = pool.machineControllerManager ?? {};
  return machineSettingFields.filter(
    ({ inPlaceOnly, field }) => !inPlaceOnly || isPoolUpdatedInPlace(pool) || field in given,
  );
}
