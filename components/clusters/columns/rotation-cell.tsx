"use client";

import { useNow } from "#components/ui/state/use-now.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { type Message, message } from "#lib/language/text.ts";
import { formatDuration } from "#lib/words/format-time.ts";
import { phaseWords } from "#lib/words/rotation-sentences.ts";
import { type LightCell, nothingText, type Speech } from "./light-text.ts";

/** Short enough for a cell; the tooltip has Gardener's own word. */
const shortWords: Readonly<Record<string, Message>> = {
  PreparingWithoutWorkersRollout: message("Preparing"),
  WaitingForWorkersRollout: message("Pools wait"),
};

/** The rotation that needs somebody most, and for how long it has been so. */
export function RotationCell({ row: { rotation } }: { readonly row: FleetRow }) {
  const now = useNow(60_000);
  if (rotation === undefined) return <span className="text-tertiary">–</span>;
  const { phase, since } = rotationWords(rotation, now);
  return (
    <span className="min-w-0 truncate" title={`${rotation.family}: ${rotation.phase}`}>
      {phase}
      {since !== "" && <span className="text-tertiary">{since}</span>}
    </span>
  );
}

/** The same for a line that passes by. */
export function lightRotation({ rotation }: FleetRow, { now }: Speech): LightCell {
  if (rotation === undefined) return nothingText;
  const { phase, since } = rotationWords(rotation, now);
  return [{ text: phase + since }];
}

function rotationWords(rotation: NonNullable<FleetRow["rotation"]>, now: number) {
  const since = parseInstant(rotation.since);
  return {
    phase: String(shortWords[rotation.phase] ?? phaseWords(rotation.phase)),
    since: since === undefined ? "" : ` ${formatDuration(now - since)}`,
  };
}
