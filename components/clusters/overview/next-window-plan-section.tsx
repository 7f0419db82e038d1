"use client";

import { Check, CircleHelp, Minus, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useDisplayClock } from "#components/data/address/use-clock.ts";
import { nextWindowOfRow } from "#lib/fleet/fields/next-window-of-row.ts";
import { failedMaintenanceOf } from "#lib/forecast/failed-maintenance-of.ts";
import { text } from "#lib/language/text.ts";
import { rulesOfShoot } from "#lib/policy/editions/rules-of-shoot.ts";
import type { ForecastVariant } from "#lib/policy/forecast/forecast-result.ts";
import type { RunStartInterval } from "#lib/policy/next/forecast-window.ts";
import { nextWindowPlan } from "#lib/view/upcoming-versions/next-window-plan.ts";
import { describeFailedMaintenance } from "#lib/words/failed-maintenance.ts";
import type { Cluster } from "../use-cluster.ts";

interface WindowPlanProps {
  readonly cluster: Cluster;
  readonly outlook: ForecastVariant | undefined;
  readonly window: RunStartInterval;
  readonly now: number;
}

/** Plan of the next maintenance window: what Gardener will change, may change and will not change. */
export function NextWindowPlanSection({ cluster: { shoot, detail, row }, outlook, window, now }: WindowPlanProps) {
  const { will, may, willNot } = nextWindowPlan(shoot, outlook, window, {
    view: detail.view,
    rules: rulesOfShoot(shoot, detail.view),
    changesHeld: row.next.subject === "changes-held" || row.next.notes?.includes("changes-held") === true,
    nowMs: now,
  });
  const clock = useDisplayClock(nextWindowOfRow(row.window, now)?.offsetMinutes);
  const runs = will.length + may.length > 0;
  const failed = runs ? failedMaintenanceOf(row) : undefined;
  return (
    <div className="mt-3 flex flex-col gap-3 border-t border-hairline pt-3">
      {failed !== undefined && (
        <Descriptions
          title={text("Last maintenance failed")}
          icon={<TriangleAlert aria-hidden className="text-caution-solid" />}
        >
          {[describeFailedMaintenance(failed, clock)]}
        </Descriptions>
      )}
      <Descriptions title={text("Will do")} icon={<Check aria-hidden className="text-positive-solid" />}>
        {will}
      </Descriptions>
      <Descriptions
        title={text("Possible in this window")}
        icon={<CircleHelp aria-hidden className="text-info-solid" />}
      >
        {may}
      </Descriptions>
      {willNot.length > 0 && (
        <details className="text-sm">
          <summary className="w-fit cursor-pointer rounded-tag text-link hover:underline">
            {text("Will not do ({count})", { count: willNot.length })}
          </summary>
          <div className="mt-1.5">
            <Descriptions title={text("Will not do")} icon={<Minus aria-hidden className="text-neutral-solid" />}>
              {willNot}
            </Descriptions>
          </div>
        </details>
      )}
    </div>
  );
}

interface DescriptionsProps {
  readonly title: string;
  readonly icon: ReactNode;
  readonly children: readonly string[];
}

/** Matches the end of a sentence. The dot in a date such as `24. Nov` is not one. */
const sentenceEnd = /(?<=\.)(?<! \d{1,2}\.) (?=\p{Lu})/u;

function Descriptions({ title, icon, children }: DescriptionsProps) {
  if (children.length === 0) return null;
  return (
    <div>
      <h3 className="text-sm font-semibold">{title}</h3>
      <ul className="mt-1 flex flex-col gap-1.5 text-sm text-pretty text-secondary">
        {children.map((sentence) => (
          <li key={sentence} className="flex gap-2 [&_svg]:mt-0.5 [&_svg]:size-3.5 [&_svg]:shrink-0">
            {icon}
            <span className="min-w-0 break-words">
              {sentence.split(sentenceEnd).map((part) => (
                <span key={part} className="block">
                  {part}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
