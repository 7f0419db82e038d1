"use client";

import { RotateCcw, Trash2 } from "lucide-react";
import { ActButton } from "#components/act/act-button.tsx";
import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { Card } from "#components/ui/card.tsx";
import { ProgressBarWithNumber } from "#components/ui/progress-bar.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import { text } from "#lib/language/text.ts";
import { automaticHandlingOf } from "#lib/policy/next/automatic-handling.ts";
import { errorCodesOf, remedyRoleOf } from "#lib/policy/status/error-codes.ts";
import { readLastOperation } from "#lib/policy/status/last-operation.ts";
import { type DeletionStatus, describeDeletionStage } from "#lib/view/deletion/deletion-stage.ts";
import { describeDeletionBlocker } from "#lib/view/deletion/likely-leftovers.ts";
import { findOperationBlocker } from "../cluster-blockers.ts";
import { findShootWriteBlocker } from "../object-blockers.ts";
import type { Cluster } from "../use-cluster.ts";

interface DeletionCardProps {
  readonly cluster: Cluster;
  readonly standing: DeletionStatus;
}

/** Card that says whether deletion was requested, and shows its progress and the actions that are possible now. */
export function DeletionCard({ cluster, standing }: DeletionCardProps) {
  const requested = standing.stage !== "not-requested";
  return (
    <Card id="deletion" title={requested ? text("Deletion") : text("Delete this cluster")}>
      {requested ? (
        <Requested cluster={cluster} standing={standing} />
      ) : (
        <Beforehand cluster={cluster} standing={standing} />
      )}
    </Card>
  );
}

function Beforehand({ cluster, standing }: DeletionCardProps) {
  const now = useNow(60_000);
  return (
    <>
      <ul className="list-disc pl-4 text-sm text-pretty text-secondary">
        <li>
          {text("Everything in the cluster is deleted: workload, volumes, load balancers, nodes and infrastructure.")}
        </li>
        <li>{text("The control plane and etcd are deleted, too. The cluster cannot be restored.")}</li>
        <li>{text("Once accepted, the request cannot be withdrawn, and the specification is frozen.")}</li>
        <li>{text("Gardener first cleans up inside the cluster as planned, then deletes the infrastructure.")}</li>
      </ul>
      {standing.confirmed && (
        <p className="mt-3 text-sm text-pretty">
          {standing.confirmedBy === undefined
            ? text("The deletion is confirmed already, but not requested yet.")
            : text("The deletion is confirmed already by {user}, but not requested yet.", {
                user: standing.confirmedBy,
              })}{" "}
          {text("If the project requires two people, somebody else has to request it.")}
        </p>
      )}
      <div className="mt-4">
        <ActButton
          cluster={cluster.row}
          act={{ kind: "delete" }}
          label={text("Delete")}
          icon={<Trash2 aria-hidden />}
          disabledReason={findShootWriteBlocker(cluster) ?? findOperationBlocker(cluster, { id: "delete" }, now)}
        />
      </div>
    </>
  );
}

function Requested({ cluster, standing }: DeletionCardProps) {
  const { shoot, row } = cluster;
  const { progress } = readLastOperation(shoot.status?.lastOperation);
  const { stage } = standing;
  const stopped = stage === "failed" || stage === "retrying";
  const codes = errorCodesOf(shoot.status?.lastErrors);
  return (
    <>
      <p role="status" className="text-base">
        {describeDeletionStage(standing, automaticHandlingOf(row))}
      </p>
      {progress !== undefined && stage !== "requested" && (
        <ProgressBarWithNumber
          label={text("Progress of the deletion")}
          value={progress}
          hue={stopped ? "negative" : "info"}
        />
      )}
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        <dt className="text-tertiary">{text("Requested")}</dt>
        <dd>
          <TimestampText at={row.deletionRequestedAt ?? shoot.metadata.deletionTimestamp} />
        </dd>
        <dt className="text-tertiary">{text("Confirmed by")}</dt>
        <dd className="break-words">{standing.confirmedBy ?? text("not recorded")}</dd>
      </dl>
      {stopped && <p className="mt-3 text-sm text-pretty">{describeDeletionBlocker(remedyRoleOf(codes), codes)}</p>}
      {stage === "failed" && (
        <div className="mt-4">
          <ActButton
            cluster={row}
            act={{ kind: "operation", id: "retry", when: "now" }}
            label={text("Retry deletion")}
            title={text("Retry")}
            icon={<RotateCcw aria-hidden />}
            disabledReason={findShootWriteBlocker(cluster)}
          />
        </div>
      )}
    </>
  );
}
