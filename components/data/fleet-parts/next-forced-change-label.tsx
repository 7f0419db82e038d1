import { clsx } from "clsx";
import { ArrowUpFromLine, OctagonX } from "lucide-react";
import { Suspense } from "react";
import { Link } from "#components/ui/address/link.tsx";
import { hueSolidTextClasses, hueTextClasses } from "#components/ui/hue-classes.ts";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { useIdle } from "#components/ui/state/use-idle.ts";
import { useNow } from "#components/ui/state/use-now.ts";
import { Tag } from "#components/ui/tag.tsx";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { clusterPath } from "#lib/fleet/cluster-path.ts";
import { nextWindowOfRow } from "#lib/fleet/fields/next-window-of-row.ts";
import { text } from "#lib/language/text.ts";
import { describeForcedChange, describeForecastChange } from "#lib/view/forecast/forced-change-descriptions.ts";
import { urgencyHues } from "#lib/words/dead-end-labels.ts";
import { useDisplayClock } from "../address/use-clock.ts";

// Loaded once the page is idle: few clusters have such tags, and no list waits for them.
const ForcedChangeTags = lazyComponent(async () => (await import("./forced-change-tags.tsx")).ForcedChangeTags);

interface ForcedChangeProps {
  readonly row: FleetRow;
  /** Whether to use a short form, for narrow columns; the full text is in the tooltip. */
  readonly brief?: boolean;
  readonly tabIndex?: number;
}

/** Next forced version change of a cluster: when it happens, and the target version. */
export function NextForcedChangeLabel({ row, brief = false, tabIndex }: ForcedChangeProps) {
  const now = useNow(60_000);
  const isIdle = useIdle();
  const clock = useDisplayClock(nextWindowOfRow(row.window, now)?.offsetMinutes);
  const words = describeForcedChange(row, { clock, now });
  const changed = describeForecastChange(row, { clock, now });
  if (words.kind === "none" || words.kind === "unknown") {
    return (
      <span className="flex min-w-0 items-center gap-1.5 text-tertiary" title={words.title}>
        {words.kind === "none" ? text("none") : words.what}
        {changed !== undefined && <ChangedTag title={changed} />}
      </span>
    );
  }
  const isStep = words.kind === "step";
  const hue = isStep ? (words.urgent ? "caution" : "neutral") : urgencyHues[words.urgency];
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <Link
        href={`${clusterPath(row)}/updates`}
        prefetch={false}
        tabIndex={tabIndex}
        data-grid-widget
        title={words.title}
        className="focus-inset flex min-w-0 items-center gap-1.5 rounded-tag hover:underline"
      >
        {isStep ? (
          <ArrowUpFromLine aria-hidden className={`size-3.5 shrink-0 ${hueSolidTextClasses[hue]}`} />
        ) : (
          <OctagonX aria-hidden className={`size-3.5 shrink-0 ${hueSolidTextClasses[hue]}`} />
        )}
        <span className="min-w-0 truncate">
          {isStep ? (
            <>
              {!(brief && words.overdue) && <span className="font-medium text-ink">{words.when}</span>}
              {/* The day is that of the next maintenance window, shown in its own column where space is short. */}
              {words.overdue && (
                <span className={clsx("text-caution-text", brief && "font-medium")}>
                  {brief ? text("Overdue") : ` ${text("overdue")}`}
                </span>
              )}
            </>
          ) : (
            <span className={`font-medium ${hueTextClasses[hue]}`}>
              <span className="sr-only">{words.name} </span>
              {words.when}
            </span>
          )}
          {words.what !== "" && (
            <span className="text-secondary"> · {isStep && brief ? words.briefly : words.what}</span>
          )}
        </span>
      </Link>
      {isStep && words.isNotReady && <Tag hue="negative">{text("not ready")}</Tag>}
      {isStep && isIdle && (
        <Suspense>
          <ForcedChangeTags row={row} at={words.at} clock={clock} />
        </Suspense>
      )}
      {changed !== undefined && <ChangedTag title={changed} />}
    </span>
  );
}

function ChangedTag({ title }: { readonly title: string }) {
  return (
    <span title={title}>
      <Tag hue="notice">
        <span className="sr-only">{text("forecast")} </span>
        {text("changed")}
      </Tag>
    </span>
  );
}
