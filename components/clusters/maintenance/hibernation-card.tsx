"use client";

import { LoaderCircle, Moon, Sun } from "lucide-react";
import { ActButton } from "#components/act/act-button.tsx";
import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { Card } from "#components/ui/card.tsx";
import { LongText } from "#components/ui/long-text.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { useNow } from "#components/ui/state/use-now.ts";
import { Status } from "#components/ui/status.tsx";
import { TextList } from "#components/ui/text-list.tsx";
import { parameterlessActs } from "#lib/act/acts-at-once.ts";
import { message, text } from "#lib/language/text.ts";
import { automaticHandlingOf } from "#lib/policy/next/automatic-handling.ts";
import { reconcileBlockerOfRow } from "#lib/policy/next/row-state.ts";
import { evaluateOperation } from "#lib/policy/operations/evaluate.ts";
import { viewConstraint } from "#lib/policy/status/constraints.ts";
import { describeHibernationEffects, hibernationDescriptions } from "#lib/view/hibernation/hibernation-descriptions.ts";
import { type HibernationPhase, hibernationPhaseOf } from "#lib/view/hibernation/next-events.ts";
import { constraintDescriptions, describeConstraintRemedy } from "#lib/words/constraint-descriptions.ts";
import { describeReason } from "#lib/words/reason-descriptions.ts";
import { operationContextOf } from "../cluster-blockers.ts";
import { findShootWriteBlocker } from "../object-blockers.ts";
import type { Cluster } from "../use-cluster.ts";
import { WebhookGuideLink } from "../webhook-guide-link.tsx";

const moving = <LoaderCircle aria-hidden className="animate-spin-slow" />;
const looks = {
  awake: { hue: "positive", icon: <Sun aria-hidden />, words: message("Awake") },
  hibernated: { hue: "info", icon: <Moon aria-hidden />, words: message("Hibernated") },
  "falling-asleep": { hue: "info", icon: moving, words: message("Falling asleep") },
  "waking-up": { hue: "info", icon: moving, words: message("Waking up") },
} as const satisfies { readonly [Standing in HibernationPhase]: object };

/** Card on hibernation: whether the cluster is hibernated, what hibernation or waking up does, and what prevents it. */
export function HibernationCard({ cluster }: { readonly cluster: Cluster }) {
  const now = useNow(60_000);
  const { shoot } = cluster;
  const standing = hibernationPhaseOf(shoot);
  const { hue, icon, words } = looks[standing];
  const triggeredAt = shoot.status?.lastHibernationTriggerTime;
  const sleeps = shoot.spec.hibernation?.enabled === true;
  const id = sleeps ? "wake-up" : "hibernate";
  const { decision, reasons } = evaluateOperation({ id }, shoot, now, operationContextOf(cluster));
  const refused = decision === "deny" || decision === "hide";
  const [first] = reasons;
  // The component `Possible` explains this constraint and its remedy, so it is left out of the list.
  const others = reasons.filter((reason) => reason.id !== "hibernation-possible-constraint").map(describeReason);
  return (
    <Card id="hibernation" title={text("Hibernation")}>
      <Status hue={hue} icon={icon} quiet={standing === "awake"}>
        {text(words)}
      </Status>
      <p className="mt-1 text-sm text-pretty text-secondary">{text(hibernationDescriptions[standing])}</p>
      {triggeredAt && (
        <p className="mt-1 text-sm text-tertiary">
          {richText("A schedule acted last: <at></at>", { at: () => <TimestampText at={triggeredAt} /> })}
        </p>
      )}
      <h3 className="mt-3 text-sm font-semibold">{sleeps ? text("Waking it up") : text("Hibernating it")}</h3>
      <TextList
        items={describeHibernationEffects(shoot, id)}
        className="mt-1 list-disc pl-4 text-sm text-pretty text-secondary"
      />
      {!sleeps && <Possible cluster={cluster} />}
      {others.length > 0 && (
        <div className="mt-3">
          <Notice hue={refused ? "caution" : "info"} title={refused ? text("Not possible now") : text("Before you do")}>
            {others.join(" ")}
          </Notice>
        </div>
      )}
      <div className="mt-4">
        <ActButton
          cluster={cluster.row}
          act={parameterlessActs[id].act}
          label={sleeps ? text("Wake up") : text("Hibernate")}
          icon={sleeps ? <Sun aria-hidden /> : <Moon aria-hidden />}
          disabledReason={findShootWriteBlocker(cluster) ?? (refused && first ? describeReason(first) : undefined)}
        />
      </div>
    </Card>
  );
}

/** Result of Gardener's check for webhooks that would prevent the cluster from waking up. */
function Possible({ cluster: { row, shoot } }: { readonly cluster: Cluster }) {
  const constraint = (shoot.status?.constraints ?? []).find((one) => one?.type === "HibernationPossible");
  if (!constraint) return null;
  const { reading, consequence } = viewConstraint(constraint);
  if (reading === "fine") {
    return (
      <p className="mt-3 text-sm text-pretty text-secondary">
        {richText("Gardener found no webhook that would keep it from waking up (<at></at>).", {
          at: () => <TimestampText at={constraint.lastUpdateTime} form="relative" />,
        })}
      </p>
    );
  }
  // Gardener has not checked the webhooks, but accepts hibernation, so there is nothing to report.
  if (reading === "not-checked") return null;
  const reported = (
    <p className="mt-0.5 text-xs text-tertiary" translate="no">
      {constraint.type}: {constraint.status || text("not said")}
    </p>
  );
  if (reading !== "failing") {
    return (
      <div className="mt-3">
        <Notice hue="info" title={text("Gardener has not verified yet that the cluster can wake up")}>
          {text(
            "Gardener checks the cluster's webhooks about once a minute and after each operation. Until then, hibernation is refused.",
          )}
          {reading === "failing-unconfirmed" && <LongText text={constraint.message} />}
          {reported}
        </Notice>
      </div>
    );
  }
  const help = describeConstraintRemedy(consequence, automaticHandlingOf(row));
  return (
    <div className="mt-3">
      <Notice hue="caution" title={text(constraintDescriptions[consequence].consequence)}>
        <p>
          {reconcileBlockerOfRow(row) === "seed-silent"
            ? help
            : text("{help} Gardener checks again about once a minute.", { help })}
        </p>
        <WebhookGuideLink cluster={row} />
        <LongText text={constraint.message} />
        {reported}
      </Notice>
    </div>
  );
}
