"use client";

import { CircleCheck, CircleQuestionMark, LoaderCircle, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Instant } from "#components/data/fleet-parts/instant.tsx";
import { Card } from "#components/ui/card.tsx";
import { LongText } from "#components/ui/long-text.tsx";
import { Status } from "#components/ui/status.tsx";
import type { LastMaintenance as Maintenance, Shoot } from "#lib/garden/shoot.ts";
import { text } from "#lib/language/text.ts";

export function MaintenanceCard({ shoot }: { readonly shoot: Shoot }) {
  return <LastMaintenance shoot={shoot}>{(last) => <AsReported last={last} />}</LastMaintenance>;
}

function AsReported({ last: { description, failureReason } }: { readonly last: Maintenance }) {
  return (
    <>
      <div className="mt-2 text-secondary">
        <LongText text={description} />
      </div>
      {failureReason && (
        <p className="mt-2 break-words text-negative-text">
          <span className="font-medium">{text("Why it failed:")}</span> {failureReason}
        </p>
      )}
    </>
  );
}

interface LastMaintenanceProps {
  readonly shoot: Shoot;
  /** What is said of it, beneath how and when it ended. */
  readonly children: (last: Maintenance) => ReactNode;
}

export function LastMaintenance({ shoot, children }: LastMaintenanceProps) {
  const last = shoot.status?.lastMaintenance;
  return (
    <Card id="last-maintenance" title={text("Last maintenance")}>
      {last ? (
        <div className="text-sm">
          <MaintenanceState state={last.state} />
          <p className="mt-1 text-secondary">
            <Instant at={last.triggeredTime} />
          </p>
          {children(last)}
        </div>
      ) : (
        <p className="text-base text-secondary">{text("None is reported.")}</p>
      )}
    </Card>
  );
}

function MaintenanceState({ state }: { readonly state: string | undefined }) {
  switch (state) {
    case "Succeeded":
      return (
        <Status hue="positive" icon={<CircleCheck aria-hidden />} quiet>
          {text("Succeeded")}
        </Status>
      );
    case "Failed":
      return (
        <Status hue="negative" icon={<TriangleAlert aria-hidden />}>
          {text("Failed")}
        </Status>
      );
    case "Processing":
      return (
        <Status hue="info" icon={<LoaderCircle aria-hidden className="animate-spin-slow" />}>
          {text("Running")}
        </Status>
      );
    default:
      return (
        <Status hue="neutral" icon={<CircleQuestionMark aria-hidden />}>
          {state ?? text("Result not reported")}
        </Status>
      );
  }
}
