"use client";

import { useMemo } from "react";
import { useActDialog } from "#components/act/act-dialog.tsx";
import { useActObstacle } from "#components/act/use-act-obstacle.ts";
import { Card } from "#components/ui/card.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { lostPools } from "#lib/act/updates/apply-draft.ts";
import { draftAct } from "#lib/act/updates/draft-act.ts";
import { type DraftJudgement, judgeDraft } from "#lib/act/updates/draft-faults.ts";
import { draftLines } from "#lib/act/updates/draft-lines.ts";
import { draftTitle } from "#lib/act/updates/draft-title.ts";
import { emptyDraft, type UpdateDraft } from "#lib/act/updates/update-draft.ts";
import type { ClusterForecast } from "#lib/contract/cluster-forecast.ts";
import { text } from "#lib/language/text.ts";
import { isDeleting } from "#lib/policy/maintenance/run-due.ts";
import { poolsOf } from "#lib/policy/maintenance/version-state.ts";
import type { Clock } from "#lib/words/clock.ts";
import type { Cluster } from "../../use-cluster.ts";
import { ChangeBar } from "./change-bar.tsx";
import type { ChangeProps } from "./change-props.ts";
import { ControlPlaneForm } from "./control-plane-form.tsx";
import { PoolImagesForm } from "./pool-images-form.tsx";
import { PoolSettingsForm } from "./pool-settings-form.tsx";
import { PoolVersionsForm } from "./pool-versions-form.tsx";
import { RolloutTimeForm } from "./rollout-time-form.tsx";
import { useUpdateContext } from "./use-update-context.ts";
import { useUpdateDraft } from "./use-update-draft.ts";

const noEffects: DraftJudgement["effects"] = new Map();

interface ChangeCardProps {
  readonly cluster: Cluster;
  readonly forecast: ClusterForecast;
  readonly clock: Clock;
}

/** Where a person changes the versions of a cluster, and how they are rolled out: gathered, previewed, then sent as one. */
export function ChangeCard({ cluster, forecast, clock }: ChangeCardProps) {
  const { shoot, row } = cluster;
  const context = useUpdateContext(shoot, forecast);
  const { spec } = context.shoot;
  const { draft, change } = useUpdateDraft(row.uid);
  const preview = usePreview(cluster, context, change);
  const obstacle = useObstacle(cluster);
  const judgement = useMemo(() => judgeDraft(context, draft), [context, draft]);
  const lines = useMemo(() => draftLines(spec, draft, context.rules), [spec, draft, context.rules]);
  const effects = lines.length === 0 ? noEffects : judgement.effects;
  const lost = lostPools(spec, draft);
  const props: ChangeProps = { context, draft, clock, obstacle, onChange: change, onPreview: preview };
  const hasPools = poolsOf(spec).length > 0;
  if (isDeleting(shoot)) return <Frozen />;
  return (
    <Card id="change" title={text("Change versions")} flush>
      <Standing cluster={cluster} standing={judgement.standing} />
      <ControlPlaneForm {...props} />
      {hasPools ? (
        <>
          <PoolVersionsForm effects={effects} {...props} />
          <PoolImagesForm effects={effects} {...props} />
          <PoolSettingsForm faults={judgement.faults} {...props} />
        </>
      ) : (
        <p className="border-t border-hairline px-4 py-3.5 text-base text-secondary">
          {text("The cluster has no workers, so there are no pools to change.")}
        </p>
      )}
      <RolloutTimeForm {...props} />
      {(lines.length > 0 || lost.length > 0 || judgement.faults.length > 0) && (
        <ChangeBar lines={lines} judgement={judgement} lost={lost} {...props} />
      )}
    </Card>
  );
}

/**
 * Opens the preview of a change; who cancels it has gathered nothing by that. A list of pools travels as a whole, so the preview makes it anew from the
 * cluster as it is then: nobody's change meanwhile may be undone unseen.
 */
function usePreview({ row }: Cluster, context: ChangeProps["context"], change: (draft: UpdateDraft) => void) {
  const { open } = useActDialog();
  const { spec } = context.shoot;
  const { rules } = context;
  return (wanted: UpdateDraft, opener: HTMLElement) => {
    const act = draftAct(spec, wanted, rules);
    if (act === undefined) return;
    open({
      cluster: row,
      act,
      remake: (shoot) => draftAct(shoot.spec, wanted, rules),
      title: draftTitle(spec, wanted, rules),
      opener,
      onAccepted: () => change(emptyDraft),
    });
  };
}

function useObstacle({ row, gone, detail: { permissions } }: Cluster): string | undefined {
  const general = useActObstacle(row);
  if (gone) return text("The cluster is no longer there.");
  if (!permissions.patchShoot && !permissions.uncertain) {
    return text("You can view this cluster but not change it. Ask a project admin for access.");
  }
  return general;
}

/** What holds whatever is chosen. */
function Standing({ cluster, standing }: { readonly cluster: Cluster; readonly standing: readonly string[] }) {
  const { shoot } = cluster;
  const asleep = shoot.spec.hibernation?.enabled === true || shoot.status?.hibernated === true;
  if (!asleep && standing.length === 0) return null;
  return (
    <div className="flex flex-col gap-2 px-4 pt-3.5">
      {asleep && (
        <Notice hue="info" title={text("The cluster is hibernated")}>
          {text("Changes are accepted. Nodes start with them when the cluster wakes up.")}
        </Notice>
      )}
      {standing.length > 0 && (
        <Notice hue="caution" title={text("In the cluster's current state, the API server refuses any change")}>
          <ul className="wrap-anywhere">
            {standing.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}

function Frozen() {
  return (
    <Card id="change" title={text("Change versions")}>
      <p className="text-base text-pretty text-secondary">
        {text("The cluster is being deleted. Its specification can no longer change.")}
      </p>
    </Card>
  );
}
