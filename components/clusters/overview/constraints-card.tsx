"use client";

import { TriangleAlert } from "lucide-react";
import { Card } from "#components/ui/card.tsx";
import { LongText } from "#components/ui/long-text.tsx";
import { Status } from "#components/ui/status.tsx";
import type { Condition } from "#lib/garden/condition.ts";
import { text } from "#lib/language/text.ts";
import { ownCourse } from "#lib/policy/next/own-course.ts";
import { type ConstraintConsequence, viewConstraint } from "#lib/policy/status/constraints.ts";
import { readingWords } from "#lib/words/condition-sentences.ts";
import { constraintWords, helpOfConstraint } from "#lib/words/constraint-sentences.ts";
import type { Cluster } from "../use-cluster.ts";
import { WebhookGuideLink } from "../webhook-guide-link.tsx";
import { readingLook } from "./conditions-card.tsx";

/**
 * What stands in the way of something later, worded by its consequence. Most constraints are absent while they are fine:
 * absence means that nothing was found, so it gets no tick.
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

/** What webhooks of one's own cause. */
const ofWebhooks: ReadonlySet<ConstraintConsequence> = new Set(["hibernation-refused", "maintenance-may-fail"]);

function Finding({ row, constraint }: Pick<Cluster, "row"> & { readonly constraint: Condition }) {
  const { reading, consequence: kind } = viewConstraint(constraint);
  const { consequence } = constraintWords[kind];
  const { hue, icon } = readingLook(reading);
  const isSo = reading === "failing" || reading === "failing-unconfirmed";
  return (
    <li id={`cond-${constraint.type}`} className="py-3 text-sm">
      <Status hue={hue} icon={reading === "failing" ? <TriangleAlert aria-hidden /> : icon} wraps>
        {isSo ? text(consequence) : `${constraint.type}: ${text(readingWords[reading])}`}
      </Status>
      <div className="mt-1 pl-5.5 text-secondary">
        {isSo && <p className="text-pretty text-ink">{helpOfConstraint(kind, ownCourse(row))}</p>}
        {isSo && ofWebhooks.has(kind) && <WebhookGuideLink cluster={row} />}
        <LongText text={constraint.message} />
        <p className="mt-0.5 text-xs text-tertiary" translate="no">
          {constraint.type}: {constraint.status || text("not said")}
        </p>
      </div>
    </li>
  );
}
