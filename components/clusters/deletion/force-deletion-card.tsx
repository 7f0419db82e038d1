"use client";

import { Trash2 } from "lucide-react";
import { ActButton } from "#components/act/act-button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import { TextList } from "#components/ui/text-list.tsx";
import type { Shoot } from "#lib/garden/shoot.ts";
import { text } from "#lib/language/text.ts";
import { automaticHandlingOf } from "#lib/policy/next/automatic-handling.ts";
import { evaluateOperation } from "#lib/policy/operations/evaluate.ts";
import { errorCodesOf, webhookCode } from "#lib/policy/status/error-codes.ts";
import type { DeletionStatus } from "#lib/view/deletion/deletion-stage.ts";
import { codesThatAllowForceDeletion, likelyDeletionLeftoversOf } from "#lib/view/deletion/likely-leftovers.ts";
import { describeErrorCode } from "#lib/words/error-code-descriptions.ts";
import { describeReason } from "#lib/words/reason-descriptions.ts";
import { describeErrorCodeRemedy } from "#lib/words/state/error-code-remedies.ts";
import { operationContextOf } from "../cluster-blockers.ts";
import { findShootWriteBlocker } from "../object-blockers.ts";
import type { Cluster } from "../use-cluster.ts";
import { WebhookGuideLink } from "../webhook-guide-link.tsx";

interface ForceCardProps {
  readonly cluster: Cluster;
  readonly standing: DeletionStatus;
}

/** Card of force deletion, shown only if the garden would accept it, with a list of what is left behind. */
export function ForceDeletionCard({ cluster, standing }: ForceCardProps) {
  const now = useNow(60_000);
  if (standing.stage === "not-requested") return null;
  const { shoot } = cluster;
  const isBlockedByWebhook = errorCodesOf(shoot.status?.lastErrors).includes(webhookCode);
  const { decision, reasons } = evaluateOperation({ id: "force-delete" }, shoot, now, operationContextOf(cluster));
  if (standing.forced) {
    return (
      <Card id="force" title={text("Forced deletion")}>
        <Notice hue="caution" title={text("You have to clean up the cloud account yourself")}>
          {text("It cannot be undone, and nothing reports when the last resource is gone.")}
        </Notice>
        <Leftovers shoot={shoot} />
      </Card>
    );
  }
  if (decision === "hide") {
    return (
      <Card id="force" title={text("Forced deletion")}>
        <p className="text-sm text-pretty text-secondary">
          {text("Not available: {reasons}", { reasons: reasons.map((reason) => describeReason(reason)).join(" ") })}
        </p>
        {isBlockedByWebhook && <WebhookGuideLink cluster={cluster.row} />}
      </Card>
    );
  }
  const [first] = reasons;
  return (
    <Card id="force" title={text("Forced deletion")}>
      <p className="text-sm text-pretty text-secondary">
        {text(
          "The last resort, where the cause cannot be removed. Gardener then deletes its own records of the cluster and touches nothing in the cloud account.",
        )}
      </p>
      <h3 className="mt-3 text-sm font-semibold">{text("Why it is allowed")}</h3>
      <ul className="mt-1 flex flex-col gap-1 text-sm text-secondary">
        {codesThatAllowForceDeletion(shoot).map((code) => (
          <li key={code} className="text-pretty">
            <code className="font-mono text-xs text-ink" translate="no">
              {code}
            </code>{" "}
            {describeErrorCode(code)} {describeErrorCodeRemedy(code, automaticHandlingOf(cluster.row))}
          </li>
        ))}
      </ul>
      {isBlockedByWebhook && <WebhookGuideLink cluster={cluster.row} />}
      <Leftovers shoot={shoot} />
      <div className="mt-4">
        <ActButton
          cluster={cluster.row}
          act={{ kind: "force-delete" }}
          label={text("Force delete")}
          icon={<Trash2 aria-hidden />}
          disabledReason={
            findShootWriteBlocker(cluster) ?? (decision === "deny" && first ? describeReason(first) : undefined)
          }
        />
      </div>
    </Card>
  );
}

function Leftovers({ shoot }: { readonly shoot: Shoot }) {
  const { where, what } = likelyDeletionLeftoversOf(shoot);
  return (
    <div id="leftovers" className="mt-3 text-sm">
      <h3 className="font-semibold">{text("What is likely to remain in the cloud account")}</h3>
      <TextList items={what} className="mt-1 list-disc pl-4 text-secondary" />
      <h4 className="mt-2 font-medium">{text("Where to look")}</h4>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {where.map(({ term, detail }) => (
          <div key={term} className="contents">
            <dt className="text-tertiary">{term}</dt>
            <dd className="break-words" translate="no">
              {detail}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-pretty text-tertiary">
        {text("Search for these resources. Almanac does not look into the cloud account.")}
      </p>
    </div>
  );
}
