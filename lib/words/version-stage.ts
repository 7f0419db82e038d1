import type { FleetRow } from "#lib/contract/fleet.ts";

export type Role = "positive" | "info" | "notice" | "caution" | "negative" | "neutral";

interface StageLook {
  readonly word: string;
  readonly role: Role;
  readonly outline: "solid" | "dashed" | "plain";
}

const stages: Readonly<Record<string, StageLook>> = {
  supported: { word: "Supported", role: "positive", outline: "solid" },
  preview: { word: "Preview", role: "notice", outline: "solid" },
  deprecated: { word: "Deprecated", role: "caution", outline: "solid" },
  expired: { word: "Expired", role: "negative", outline: "solid" },
  unclassified: { word: "Unclassified", role: "neutral", outline: "dashed" },
  unavailable: { word: "Unavailable", role: "neutral", outline: "plain" },
  "not-in-profile": { word: "Not in profile", role: "negative", outline: "plain" },
  unknown: { word: "Stage unknown", role: "neutral", outline: "dashed" },
};

/** How a version's stage is said and drawn. A stage newer than this build is shown by its own name. */
export function stageLook(classification: string): StageLook {
  const known = Object.hasOwn(stages, classification) ? stages[classification] : undefined;
  return known ?? { word: classification || "Stage unknown", role: "neutral", outline: "dashed" };
}

/** Group lifecycle is the worst member's. */
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

export function worstImage(images: FleetRow["images"]): FleetRow["images"][number] | undefined {
  return images.reduce<FleetRow["images"][number] | undefined>(
    (worst, image) => (stageSeverity(image.classification) > stageSeverity(worst?.classification) ? image : worst),
    undefined,
  );
}
