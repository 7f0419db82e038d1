import { CircleCheck, CircleQuestionMark, LoaderCircle, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Hue } from "#components/ui/hue-classes.ts";
import { Status } from "#components/ui/status.tsx";
import { type ClusterHealth, healthLabels, type RowHealthFields, rowHealthLabel } from "#lib/fleet/fields/health.ts";
import { text } from "#lib/language/text.ts";
import { rowStateInsteadOfHealth } from "#lib/policy/next/row-state.ts";

const looks: Readonly<Record<ClusterHealth, { readonly hue: Hue; readonly icon: ReactNode }>> = {
  healthy: { hue: "positive", icon: <CircleCheck aria-hidden /> },
  // This icon is animated only in the rows of clusters, not where health states are explained or counted.
  progressing: { hue: "info", icon: <LoaderCircle aria-hidden /> },
  unhealthy: { hue: "negative", icon: <TriangleAlert aria-hidden /> },
  unknown: { hue: "neutral", icon: <CircleQuestionMark aria-hidden /> },
};

const moving = <LoaderCircle aria-hidden className="animate-spin-slow" />;

export function hueAndIconOfHealth(health: ClusterHealth) {
  return looks[health];
}

/** Returns the hue for a row's health. A healthy row gets `caution` if it has findings or its progress has stopped. */
export function healthHue(row: RowHealthFields): Hue {
  const { health, findings } = row;
  if (health !== "healthy") return looks[health].hue;
  if (rowStateInsteadOfHealth(row) !== undefined) return row.next.turn === "Gardener" ? "info" : "caution";
  return findings > 0 ? "caution" : looks.healthy.hue;
}

interface HealthMarkProps {
  readonly row: RowHealthFields;
  /** Whether to use a short form, for narrow columns: the number of findings replaces the word "healthy". */
  readonly brief?: boolean;
}

/** Icon and text for a row's health. A row with findings is never shown as merely "healthy". */
export function HealthMark({ row, brief = false }: HealthMarkProps) {
  const { health, findings, unreadable } = row;
  const hue = healthHue(row);
  const isBeside = health === "healthy" && rowStateInsteadOfHealth(row) !== undefined;
  const isFound = health === "healthy" && !isBeside && findings > 0;
  const turns = health === "progressing" || (isBeside && hue === "info");
  const icon = turns ? moving : isBeside || isFound ? looks.unhealthy.icon : looks[health].icon;
  return (
    <Status hue={hue} icon={icon} quiet={health === "healthy" && !isBeside && !isFound}>
      {isFound && brief ? (
        <>
          <span className="sr-only">{text(healthLabels.healthy)}, </span>
          {text("{count, plural, one {# finding} other {# findings}}", { count: findings })}
        </>
      ) : health === "healthy" ? (
        rowHealthLabel(row)
      ) : (
        <span title={unreadable && text("Parts of this object could not be read")}>{rowHealthLabel(row)}</span>
      )}
    </Status>
  );
}
