import "server-only";
import { gatesInUse } from "#lib/policy/editions/gate-origins.ts";
import { type GateName, type GateSettings, isGateName } from "#lib/policy/editions/gates.ts";
import { defineConfigVariable, type ParsedVariables, splitList, textVariable } from "./config-variable.ts";

interface FeatureGateSetting {
  /** Name of the only garden that it concerns; undefined for all gardens. */
  readonly garden: string | undefined;
  readonly gate: GateName;
  readonly on: boolean;
}

/** Feature gates of Gardener as the operator of Almanac describes them, because users cannot read them. */
export interface FeatureGateConfig {
  readonly settings: readonly FeatureGateSetting[];
  /** Entries without effect, such as gates on which no rule depends, each as a sentence. */
  readonly ignored: readonly string[];
}

/** Environment variable for the feature gates of Gardener, in the form of Kubernetes' flag `--feature-gates`. */
export const featureGateSchemas = {
  GARDENER_FEATURE_GATES: defineConfigVariable(
    textVariable.transform(splitList),
    "",
    "Gardener's feature gates: `Gate=true, …`; with the name of a garden before them, for that garden only.",
  ),
};

/**
 * Parses `InPlaceNodeUpdates=true, canary/CloudProfileCapabilities=false`. No entry makes the start fail: a gate that an
 * operator sets for a newer Gardener may be unknown here.
 *
 * @param gardens names of the gardens; empty with a single garden
 */
export function toFeatureGates(
  { GARDENER_FEATURE_GATES: entries }: ParsedVariables<typeof featureGateSchemas>,
  gardens: readonly string[],
): FeatureGateConfig {
  const read = entries.map((entry) => parseEntry(entry, gardens));
  return {
    settings: read.filter((each) => typeof each !== "string"),
    ignored: read.filter((each) => typeof each === "string"),
  };
}

const pattern = /^(?:([^/=]+)\/)?([^/=]+)=(true|false)$/;

function parseEntry(entry: string, gardens: readonly string[]): FeatureGateSetting | string {
  const [, garden, gate = "", value] = pattern.exec(entry.replace(/\s/g, "")) ?? [];
  if (gate === "") return `"${entry}" is not of the form Gate=true or Gate=false`;
  if (garden !== undefined && !gardens.includes(garden)) return `"${entry}" names a garden that is not configured`;
  if (!isGateName(gate) || !gatesInUse.includes(gate)) return `no rule known here depends on the gate ${gate}`;
  return { garden, gate, on: value === "true" };
}

/** The gates of one garden: those for all gardens and, over them, its own. Undefined when none is set. */
export function gatesOfGarden({ settings }: FeatureGateConfig, name: string | undefined): GateSettings | undefined {
  const among = (garden: string | undefined) =>
    settings.filter((each) => each.garden === garden).map(({ gate, on }) => [gate, on] as const);
  const own = name === undefined ? [] : among(name);
  const all = [...among(undefined), ...own];
  return all.length === 0 ? undefined : Object.fromEntries(all);
}
