"use client";

import { CircleCheck, TriangleAlert } from "lucide-react";
import { Suspense } from "react";
import { ConditionLine } from "#components/data/fleet-parts/condition-line.tsx";
import { conditionHueAndIcon } from "#components/data/fleet-parts/condition-look.tsx";
import { Card } from "#components/ui/card.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { LongText } from "#components/ui/long-text.tsx";
import { Status } from "#components/ui/status.tsx";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Condition } from "#lib/garden/condition.ts";
import { text } from "#lib/language/text.ts";
import { automaticHandlingOf } from "#lib/policy/next/automatic-handling.ts";
import type { ConditionAssessment } from "#lib/policy/status/condition-assessment.ts";
import { viewConditions } from "#lib/policy/status/conditions.ts";
import { viewConstraint, webhookConsequences } from "#lib/policy/status/constraints.ts";
import { conditionAssessmentLabels, describeCondition } from "#lib/words/condition-descriptions.ts";
import { constraintDescriptions, describeConstraintRemedy } from "#lib/words/constraint-descriptions.ts";
import type { Cluster } from "../use-cluster.ts";
import { WebhookGuideLink } from "../webhook-guide-link.tsx";
import { ErrorCodes } from "./errors-card.tsx";

/** Loaded on demand: pages of clusters show the conditions before the operator's texts are read. */
const OperatorConditionName = lazyComponent(
  async () => (await import("./operator-condition.tsx")).OperatorConditionName,
);
const OperatorConditionText = lazyComponent(
  async () => (await import("./operator-condition.tsx")).OperatorConditionText,
);

interface ViewedCondition {
  readonly condition: Condition;
  readonly reading: ConditionAssessment;
  readonly known: boolean;
}

/** Card of all conditions that the Shoot reports. Those that need attention come first; the rest is in one line. */
export function ConditionsCard({ shoot, row }: Pick<Cluster, "row" | "shoot">) {
  const held = (shoot.status?.conditions ?? []).filter((condition) => condition !== null);
  const views = viewConditions(held).map(
    ({ type, status, reading, known }): ViewedCondition => ({
      condition: held.find((each) => each.type === type) ?? { type, status },
      reading,
      known,
    }),
  );
  const findings = views.filter(({ reading }) => reading !== "fine");
  const fine = views.filter(({ reading }) => reading === "fine");
  return (
    <Card id="conditions" title={text("Conditions")}>
      {views.length === 0 && (
        <p className="text-base text-secondary">{text("No condition is reported for this cluster.")}</p>
      )}
      {findings.length > 0 && <Lines views={findings} row={row} />}
      {fine.length > 0 && (
        <details className={findings.length > 0 ? "mt-3 border-t border-hairline pt-3" : undefined}>
          <summary className="flex w-fit cursor-pointer items-center gap-2 rounded-tag text-base text-secondary">
            <CircleCheck aria-hidden className="size-4 text-positive-solid" />
            {text("{fine} of {all} conditions fine", { fine: fine.length, all: views.length })}
            <span className="text-sm text-link">{text("Show")}</span>
          </summary>
          <div className="mt-3.5">
            <Lines views={fine} row={row} />
          </div>
        </details>
      )}
    </Card>
  );
}

function Lines({ views, row }: { readonly views: readonly ViewedCondition[]; readonly row: FleetRow }) {
  return (
    <ul className="-my-2.5 divide-y divide-hairline">
      {views.map((view, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing forbids two conditions of one type.
        <Line key={`${view.condition.type} ${index}`} {...view} row={row} />
      ))}
    </ul>
  );
}

function Line({ condition, reading, known, row }: ViewedCondition & { readonly row: FleetRow }) {
  const name = (
    <>
      {describeCondition(condition.type).name}
      {!known && <span className="font-normal text-tertiary">{` ${text("newer than this build")}`}</span>}
    </>
  );
  return (
    <ConditionLine
      condition={condition}
      reading={reading}
      name={
        <Suspense fallback={name}>
          <OperatorConditionName type={condition.type}>{name}</OperatorConditionName>
        </Suspense>
      }
      note={
        <Suspense>
          <OperatorConditionText type={condition.type} />
        </Suspense>
      }
    >
      <ErrorCodes codes={condition.codes} row={row} />
    </ConditionLine>
  );
}

/**
 * Card of the Shoot's constraints that prevent later operations, titled by their consequence. The Shoot reports most
 * constraints only when they fail, so a missing constraint is not shown as fine.
 */
export function ConstraintsCard({ row, shoot }: Pick<Cluster, "row" | "shoot">) {
  const held = (shoot.status?.constraints ?? []).filter((constraint) => constraint !== null);
  const findings = held.filter((constraint) => viewConstraint(constraint).reading !== "fine");
  if (findings.length === 0) return null;
  return (
    <Card id="constraints" title={text("Constraints")}>
      <ul className="-my-3.5 divide-y divide-hairline">
        {findings.map((constraint, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing forbids two constraints of one type.
          <Finding key={`${constraint.type} ${index}`} row={row} constraint={constraint} />
        ))}
      </ul>
    </Card>
  );
}

function Finding({ row, constraint }: Pick<Cluster, "row"> & { readonly constraint: Condition }) {
  const { reading, consequence: kind } = viewConstraint(constraint);
  const { consequence } = constraintDescriptions[kind];
  const { hue, icon } = conditionHueAndIcon(reading);
  const isSo = reading === "failing" || reading === "failing-unconfirmed";
  return (
    <li id={`cond-${constraint.type}`} className="py-3 text-sm">
      <Status hue={hue} icon={reading === "failing" ? <TriangleAlert aria-hidden /> : icon} wraps>
        {isSo ? text(consequence) : `${constraint.type}: ${text(conditionAssessmentLabels[reading])}`}
      </Status>
      <div className="mt-1 pl-5.5 text-secondary">
        {isSo && <p className="text-pretty text-ink">{describeConstraintRemedy(kind, automaticHandlingOf(row))}</p>}
        {isSo && webhookConsequences.has(kind) && <WebhookGuideLink cluster={row} />}
        <LongText text={constraint.message} />
        <p className="mt-0.5 text-xs text-tertiary" translate="no">
          {constraint.type}: {constraint.status || text("not said")}
        </p>
      </div>
    </li>
  );
}
