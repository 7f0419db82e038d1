import { faultOf } from "#components/data/calls/api-problem.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { isUncertain } from "#lib/act/follow/operation-progress.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { text } from "#lib/language/text.ts";
import { FaultNotice } from "./fault-notice.tsx";
import type { ActConfirmation } from "./use-act-confirmation.ts";

interface ActNoticesProps {
  readonly confirmation: ActConfirmation;
  readonly cluster: FleetRow;
}

/** What happened since the dialog was opened: the preview changed or could not be made, or the request failed. */
export function ActNotices({ confirmation, cluster }: ActNoticesProps) {
  const { error, changed, acknowledge, fault, dismissFault, readAgain, gone } = confirmation;
  const unread = error === undefined || error === null ? undefined : faultOf(error);
  return (
    <div className="flex flex-col gap-3 not-empty:pb-3">
      {unread && (
        <Notice
          hue="negative"
          title={text("The preview could not be made")}
          live
          act={{ label: text("Try again"), run: () => void readAgain() }}
        >
          {unread.detail ?? text("Nothing was changed.")}
          {unread.gardenMessage !== undefined && (
            <p className="mt-1 font-mono text-xs break-words">{unread.gardenMessage}</p>
          )}
        </Notice>
      )}
      {gone && (
        <Notice hue="caution" title={text("The cluster is no longer there")} live>
          {text("It was deleted, or you no longer have access. No action is possible here.")}
        </Notice>
      )}
      {changed.length > 0 && !gone && (
        <Notice
          hue="caution"
          title={text("The cluster has changed since you opened this")}
          live
          act={{ label: text("I have looked"), run: acknowledge }}
        >
          {text("The preview was updated. Differences are highlighted.")}
        </Notice>
      )}
      {fault && (
        <FaultNotice
          fault={fault}
          cluster={`${cluster.project}/${cluster.name}`}
          action={
            isUncertain(fault) ? (
              <Button size="sm" onClick={dismissFault}>
                {text("I have looked")}
              </Button>
            ) : undefined
          }
        />
      )}
    </div>
  );
}
