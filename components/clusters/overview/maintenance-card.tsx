"use client";

import { CircleCheck, CircleQuestionMark, LoaderCircle, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { Card } from "#components/ui/card.tsx";
import type { Hue } from "#components/ui/hue-classes.ts";
import { Status } from "#components/ui/status.tsx";
import type { LastMaintenance as Maintenance, Shoot } from "#lib/garden/shoot.ts";
import { text } from "#lib/language/text.ts";
import { describeMaintenanceState } from "#lib/words/maintenance-state-labels.ts";

const icons: Readonly<Partial<Record<Hue, ReactNode>>> = {
  positive: <CircleCheck aria-hidden />,
  negative: <TriangleAlert aria-hidden />,
  info: <LoaderCircle aria-hidden className="animate-spin-slow" />,
};

interface LastMaintenanceProps {
  readonly shoot: Shoot;
  /** Renders details of the last maintenance below its state and time. */
  readonly children: (last: Maintenance) => ReactNode;
}

export function LastMaintenanceStatus({ shoot, children }: LastMaintenanceProps) {
  const last = shoot.status?.lastMaintenance;
  const state = last?.state;
  const { hue, label } = describeMaintenanceState(state);
  return (
    <Card id="last-maintenance" title={text("Last maintenance")}>
      {last ? (
        <div className="text-sm">
          <Status hue={hue} icon={icons[hue] ?? <CircleQuestionMark aria-hidden />} quiet={state === "Succeeded"}>
            {label}
          </Status>
          <p className="mt-1 text-secondary">
            <TimestampText at={last.triggeredTime} />
          </p>
          {children(last)}
        </div>
      ) : (
        <p className="text-base text-secondary">{text("None is reported.")}</p>
      )}
    </Card>
  );
}
