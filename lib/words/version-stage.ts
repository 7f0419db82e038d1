import type { FleetRow } from "#lib/contract/fleet.ts";
import { type Message, message, text } from "#lib/language/text.ts";

export type StatusHue = "positive" | "info" | "notice" | "caution" | "negative" | "neutral";

interface StageLook {
  readonly word: string;
  readonly role: StatusHue;
  readonly outline: "solid" | "dashed" | "plain";
}

interface Stage extends Omit<StageLook, "word"> {
  readonly word: Message;
  /** Lower-case label of the stage, for use within a sentence or a list. */
  readonly within: Message;
}

const unknownStage: Stage = {
  word: message("Stage unknown"),
  within: message("stage unknown"),
  role: "neutral",
  outline: "dashed",
};

const stages: Readonly<Record<string, Stage>> = {
  supported: { word: message("Supported"), within: message("supported"), role: "positive", outline: "solid" },
  preview: { word: message("Preview"), within: message("preview"), role: "notice", outline: "solid" },
  deprecated: { word: message("Deprecated"), within: message("deprecated"), role: "caution", outline: "solid" },
  expired: { word: message("Expired"), within: message("expired"), role: "negative", outline: "solid" },
  unclassified: { word: message("Unclassified"), within: message("unclassified"), role: "neutral", outline: "dashed" },
  unavailable: { word: message("Unavailable"), within: message("unavailable"), role: "neutral", outline: "plain" },
  "not-in-profile": {
    word: message("Not in profile"),
    within: message("not in profile"),
    role: "negative",
    outline: "plain",
  },
  unknown: unknownStage,
};

function stageOf(classification: string): Stage | undefined {
  return Object.hasOwn(stages, classification) ? stages[classification] : undefined;
}

/** Returns the label and colour of a version's stage. A stage newer than this build is shown by its own name. */
export function stageAppearanceOf(classification: string): StageLook {
  const known = stageOf(classification);
  const { word, role, outline } = known ?? unknownStage;
  return { word: known === undefined && classification !== "" ? classification : text(word), role, outline };
}

/** Returns the label of a version's stage for use within a sentence or a list: `supported`. */
export function inlineStageLabel(classification: string): string {
  const stage = stageOf(classification);
  return stage === undefined ? classification.toLowerCase() || text(unknownStage.within) : text(stage.within);
}

/** Stages of versions from best to worst. A group of versions has the stage of its worst member. */
const order = [
  "supported",
  "unclassified",
  "unavailable",
  "unknown",
  "preview",
  "deprecated",
  "expired",
  "not-in-profile",
];

export function stageSeverity(classification: string | undefined): number {
  return classification === undefined ? -1 : Math.max(0, order.indexOf(classification));
}

export function imageWithWorstStage(images: FleetRow["images"]): FleetRow["images"][number] | undefined {
  return images.reduce<FleetRow["images"][number] | undefined>(
    (worst, image) => (stageSeverity(image.classification) > stageSeverity(worst?.classification) ? image : worst),
    undefined,
  );
}
