import { StageTag } from "#components/data/fleet-parts/stage-tag.tsx";
import { hueText } from "#components/ui/hue-classes.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { text } from "#lib/language/text.ts";
import { stageLook, stageSeverity, worstImage } from "#lib/words/version-stage.ts";
import { PatchButton } from "../actions/patch-button.tsx";
import type { CellText, TextOnlyCell } from "./text-only-cell.ts";

/** Whether the stage needs no attention. "Supported" needs no tag in every row. */
function isQuiet(classification: string): boolean {
  return stageSeverity(classification) === 0;
}

export function KubernetesCell({ row }: { readonly row: FleetRow }) {
  const { version, classification } = row.kubernetes;
  const others = row.pinnedPools.length;
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <span className="shrink-0 font-mono text-sm" translate="no">
        {version || text("not said")}
      </span>
      <PatchButton row={row} />
      {others > 0 && (
        <span
          className="shrink-0 text-xs text-tertiary"
          title={row.pinnedPools.map(({ pool, version: own }) => `${pool}: ${own}`).join(", ")}
        >
          +{others}
          <span className="sr-only"> {text("pools with their own version")}</span>
        </span>
      )}
      {isQuiet(classification) ? (
        <span className="truncate text-xs text-tertiary">{text("Supported")}</span>
      ) : (
        <span className="flex min-w-0">
          <StageTag classification={classification} />
        </span>
      )}
    </span>
  );
}

export function ImagesCell({ row: { images } }: { readonly row: FleetRow }) {
  const worst = worstImage(images);
  if (worst === undefined) return <span className="text-tertiary">{text("no workers")}</span>;
  const count = images.filter(({ classification }) => classification === worst.classification).length;
  if (isQuiet(worst.classification)) return <span className="truncate text-xs text-tertiary">{text("Supported")}</span>;
  return <StageTag classification={worst.classification} count={count} />;
}

/** Text-only version for rows that scroll past. */
export function textOnlyKubernetes({ kubernetes: { version, classification } }: FleetRow): TextOnlyCell {
  return [{ text: version || text("not said"), look: "font-mono" }, lightStage(classification)];
}

export function textOnlyImages({ images }: FleetRow): TextOnlyCell {
  const worst = worstImage(images);
  return worst === undefined
    ? [{ text: text("no workers"), look: "text-tertiary" }]
    : [lightStage(worst.classification)];
}

function lightStage(classification: string): CellText {
  if (isQuiet(classification)) return { text: text("Supported"), look: "font-sans text-xs text-tertiary" };
  const { word, role } = stageLook(classification);
  return { text: String(word), look: `font-sans text-xs font-medium ${hueText[role]}` };
}
