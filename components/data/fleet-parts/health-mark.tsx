import { CircleCheck, CircleQuestionMark, LoaderCircle, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Hue } from "#components/ui/hue-classes.ts";
import { Status } from "#components/ui/status.tsx";
import { type Health, type HealthOfRow, healthLabels, rowHealthLabel } from "#lib/fleet/fields/health.ts";
import { text } from "#lib/language/text.ts";
import { stateBesideHealth } from "#lib/policy/next/row-state.ts";

const looks: Readonly<Record<Health, { readonly hue: Hue; readonly icon: ReactNode }>> = {
  healthy: { hue: "positive", icon: <CircleCheck aria-hidden /> },
  // The icon spins beside a progressing cluster, but not where the state is explained or counted.
  progressing: { hue: "info", icon: <LoaderCircle aria-hidden /> },
  unhealthy: { hue: "negative", icon: <TriangleAlert aria-hidden /> },
  unknown: { hue: "neutral", icon: <CircleQuestionMark aria-hidden /> },
};

const moving = <LoaderCircle aria-hidden className="animate-spin-slow" />;

export function healthLook(health: Health) {
  return looks[health];
}

/** Hue of a row's health: caution if there are findings or progress has stopped, even when it is healthy. */
export function healthHue(row: HealthOfRow): Hue {
  const { health, findings } = row;
  if (health !== "healthy") return looks[health].hue;
  if (stateBesideHealth(row) !== undefined) return row.next.turn === "Gardener" ? "info" : "caution";
  return findings > 0 ? "caution" : looks.healthy.hue;
}

interface HealthMarkProps {
  readonly row: HealthOfRow;
  /** For narrow columns: findings replace the word "healthy", which only screen readers get. */
  readonly brief?: boolean;
}

/** Icon and word for a row's health; never a bare "healthy" while there are findings. */
export function HealthMark({ row, brief = false }: HealthMarkProps) {
  const { health, findings, unreadable } = row;
  const hue = healthHue(row);
  const isBeside = health === "healthy" && stateBesideHealth(row) !== undefined;
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
