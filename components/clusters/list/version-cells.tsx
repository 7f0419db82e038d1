import { StageTag } from "#components/data/shown/stage-tag.tsx";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { stageSeverity, worstImage } from "#lib/words/version-stage.ts";

/** "Supported" needs no tag in every line: what stands out is what needs a look. */
function isQuiet(classification: string): boolean {
  return stageSeverity(classification) === 0;
}

export function KubernetesCell({ row }: { readonly row: FleetRow }) {
  const { version, classification } = row.kubernetes;
  const others = row.pinnedPools.length;
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <span className="shrink-0 font-mono text-sm" translate="no">
        {version || "not said"}
      </span>
      {others > 0 && (
        <span
          className="shrink-0 text-xs text-tertiary"
          title={row.pinnedPools.map(({ pool, version: own }) => `${pool}: ${own}`).join(", ")}
        >
          +{others}
          <span className="sr-only"> pools with their own version</span>
        </span>
      )}
      {isQuiet(classification) ? (
        <span className="truncate text-xs text-tertiary">Supported</span>
      ) : (
        <StageTag classification={classification} />
      )}
    </span>
  );
}

export function ImagesCell({ row: { images } }: { readonly row: FleetRow }) {
  const worst = worstImage(images);
  if (worst === undefined) return <span className="text-tertiary">no workers</span>;
  const count = images.filter(({ classification }) => classification === worst.classification).length;
  if (isQuiet(worst.classification)) return <span className="truncate text-xs text-tertiary">Supported</span>;
  return <StageTag classification={worst.classification} count={count} />;
}
