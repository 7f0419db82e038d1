"use client";

import { CircleCheck, CircleQuestionMark, LoaderCircle, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Instant } from "#components/data/fleet-parts/instant.tsx";
import { Card } from "#components/ui/card.tsx";
import type { Hue } from "#components/ui/hue-classes.ts";
import { LongText } from "#components/ui/long-text.tsx";
import { Status } from "#components/ui/status.tsx";
import type { LastMaintenance as Maintenance, Shoot } from "#lib/garden/shoot.ts";
import { type Message, message, text } from "#lib/language/text.ts";

interface StateLook {
  readonly hue: Hue;
  readonly icon: ReactNode;
  readonly words?: Message;
}

const looks: ReadonlyMap<string, StateLook> = new Map([
  ["Succeeded", { hue: "positive", icon: <CircleCheck aria-hidden />, words: message("Succeeded") }],
  ["Failed", { hue: "negative", icon: <TriangleAlert aria-hidden />, words: message("Failed") }],
  [
    "Processing",
    { hue: "info", icon: <LoaderCircle aria-hidden className="animate-spin-slow" />, words: message("Running") },
  ],
]);
const unknownLook: StateLook = { hue: "neutral", icon: <CircleQuestionMark aria-hidden /> };

export function MaintenanceCard({ shoot }: { readonly shoot: Shoot }) {
  return (
    <LastMaintenanceStatus shoot={shoot}>
      {({ description, failureReason }) => (
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
      )}
    </LastMaintenanceStatus>
  );
}

interface LastMaintenanceProps {
  readonly shoot: Shoot;
  /** Content beneath the state and the time. */
  readonly children: (last: Maintenance) => ReactNode;
}

export function LastMaintenanceStatus({ shoot, children }: LastMaintenanceProps) {
  const last = shoot.status?.lastMaintenance;
  const state = last?.state;
  const { hue, icon, words } = looks.get(state ?? "") ?? unknownLook;
  return (
    <Card id="last-maintenance" title={text("Last maintenance")}>
      {last ? (
        <div className="text-sm">
          <Status hue={hue} icon={icon} quiet={state === "Succeeded"}>
            {words === undefined ? (state ?? text("Result not reported")) : text(words)}
          </Status>
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
