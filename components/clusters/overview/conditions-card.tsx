"use client";

import { CircleCheck, CircleQuestionMark, CircleSlash, Clock, LoaderCircle, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Instant } from "#components/data/shown/instant.tsx";
import { Card } from "#components/ui/card.tsx";
import type { Role } from "#components/ui/role-classes.ts";
import { ScrollBox } from "#components/ui/scroll-box.tsx";
import { Status } from "#components/ui/status.tsx";
import { Table } from "#components/ui/table.tsx";
import type { Condition } from "#lib/garden/condition.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { ConditionReading } from "#lib/policy/status/condition-reading.ts";
import { viewConditions } from "#lib/policy/status/conditions.ts";
import { readingWords, wordsOfCondition } from "#lib/words/condition-sentences.ts";
import { Codes } from "./codes.tsx";
import { LongText } from "./long-text.tsx";

export const readingLooks: Readonly<Record<ConditionReading, { readonly hue: Role; readonly icon: ReactNode }>> = {
  fine: { hue: "positive", icon: <CircleCheck aria-hidden /> },
  "not-checked": { hue: "neutral", icon: <CircleSlash aria-hidden /> },
  rechecking: { hue: "info", icon: <LoaderCircle aria-hidden /> },
  "failing-unconfirmed": { hue: "caution", icon: <Clock aria-hidden /> },
  failing: { hue: "negative", icon: <TriangleAlert aria-hidden /> },
  unknown: { hue: "neutral", icon: <CircleQuestionMark aria-hidden /> },
  unrecognised: { hue: "neutral", icon: <CircleQuestionMark aria-hidden /> },
};

const columns = ["Condition", "Status", "Since", "Checked", "Reason"].map((title) => ({ title }));

/** Every condition that the garden reports, known or not: the table is made by the data. */
export function ConditionsCard({ shoot }: { readonly shoot: Shoot }) {
  const held = (shoot.status?.conditions ?? []).filter((condition) => condition !== null);
  const views = viewConditions(held);
  if (views.length === 0)
    return (
      <Card id="conditions" title="Conditions">
        <p className="text-base text-secondary">
          The garden reports no condition for this cluster, so nothing is known about its parts.
        </p>
      </Card>
    );
  return (
    <Card id="conditions" title="Conditions" flush>
      <ScrollBox label="Table of conditions" className="rounded-b-card">
        <Table
          aria-label="Conditions"
          columns={columns}
          className="w-full min-w-140 text-left text-sm max-sm:min-w-190"
        >
          {views.map((view, index) => (
            <ConditionLine
              // biome-ignore lint/suspicious/noArrayIndexKey: nothing forbids two conditions of one type.
              key={`${view.type} ${index}`}
              condition={held.find(({ type }) => type === view.type) ?? { type: view.type, status: view.status }}
              reading={view.reading}
              known={view.known}
            />
          ))}
        </Table>
      </ScrollBox>
    </Card>
  );
}

interface ConditionLineProps {
  readonly condition: Condition;
  readonly reading: ConditionReading;
  readonly known: boolean;
}

function ConditionLine({ condition, reading, known }: ConditionLineProps) {
  const { hue, icon } = readingLooks[reading];
  const quiet = reading === "fine";
  return (
    <tr id={`cond-${condition.type}`} className="align-top">
      <th scope="row" className="py-2.5 pr-3 pl-4 font-medium">
        {wordsOfCondition(condition.type).name}
        <span className="block text-xs font-normal text-tertiary" translate={known ? "no" : "yes"}>
          {known ? condition.type : "newer than this build"}
        </span>
      </th>
      <td className="px-3 py-2.5">
        <Status hue={hue} icon={icon} quiet={quiet}>
          {reading === "unrecognised" ? condition.status || "not said" : readingWords[reading]}
        </Status>
      </td>
      <td className="px-3 py-2.5 whitespace-nowrap text-secondary">
        <Instant at={condition.lastTransitionTime} form="relative" />
      </td>
      <td className="px-3 py-2.5 whitespace-nowrap text-secondary">
        <Instant at={condition.lastUpdateTime} form="relative" />
      </td>
      <td className="w-1/2 py-2.5 pr-4 pl-3 text-secondary">
        {condition.reason !== undefined && !quiet && (
          <span className="block font-medium text-ink" translate="no">
            {condition.reason}
          </span>
        )}
        <LongText text={condition.message} />
        <Codes codes={condition.codes} />
      </td>
    </tr>
  );
}
