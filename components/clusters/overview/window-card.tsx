"use client";

import { useClock } from "#components/data/use-clock.ts";
import { Card } from "#components/ui/card.tsx";
import { useNow } from "#components/ui/use-now.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { formatRelative, formatSpan } from "#lib/view/format-time.ts";
import { rowWindow } from "#lib/view/row-window.ts";

/** When Gardener may maintain this cluster next: an interval, first in the cluster's own fixed offset. */
export function WindowCard({ shoot }: { readonly shoot: Shoot }) {
  const now = useNow(30_000);
  const maintenance = shoot.spec.maintenance;
  const window = rowWindow(maintenance?.timeWindow ?? undefined, now);
  const clock = useClock(window?.offsetMinutes);
  const own = window && formatSpan(window, { kind: "offset", offsetMinutes: window.offsetMinutes });
  const mine = window && formatSpan(window, clock);
  return (
    <Card id="next-window" title="Next maintenance window">
      {window === undefined ? (
        <p className="text-base text-pretty text-secondary">
          {maintenance?.timeWindow
            ? `The window "${maintenance.timeWindow.begin}" to "${maintenance.timeWindow.end}" cannot be read; Gardener then counts the whole day.`
            : "No window is set: Gardener may maintain this cluster at any time of the day."}
        </p>
      ) : (
        <>
          <p className="text-base font-medium">{own}</p>
          <p className="mt-0.5 text-sm text-secondary">
            {window.open ? "Open now" : `Begins ${formatRelative(window.beginMs, now)}`}
            {mine !== own && <> · for you {mine}</>}
          </p>
          <p className="mt-2 text-sm text-pretty text-tertiary">
            Gardener begins at a moment of its choice, at least 15 minutes before the end. The offset is fixed and does
            not follow daylight saving.
          </p>
        </>
      )}
      {maintenance?.confineSpecUpdateRollout === true && (
        <p className="mt-2 text-sm text-pretty text-secondary">
          Changes of the spec are rolled out in this window only.
        </p>
      )}
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        <dt className="text-tertiary">Kubernetes auto-update</dt>
        <dd>{onOff(maintenance?.autoUpdate?.kubernetesVersion)}</dd>
        <dt className="text-tertiary">Image auto-update</dt>
        <dd>{onOff(maintenance?.autoUpdate?.machineImageVersion)}</dd>
      </dl>
    </Card>
  );
}

function onOff(value: boolean | null | undefined): string {
  return value === true ? "on" : value === false ? "off" : "not set";
}
