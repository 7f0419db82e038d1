import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { refetchActiveQueries } from "#components/data/calls/refetch-active-queries.ts";
import { changeSeedScheduling } from "#components/data/queries/seed-queries.ts";
import { Button } from "#components/ui/button.tsx";
import { ConsentCheckbox } from "#components/ui/form/consent-checkbox.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Dialog, DialogClose } from "#components/ui/overlay/dialog.tsx";
import { useToast } from "#components/ui/overlay/toast.tsx";
import { isRequestOutcomeUncertain } from "#lib/act/follow/operation-progress.ts";
import type { RequestError } from "#lib/contract/request-error.ts";
import type { SeedScheduling } from "#lib/contract/seed/scheduling.ts";
import { text } from "#lib/language/text.ts";

interface SeedSchedulingDialogProps {
  readonly scheduling: SeedScheduling;
  readonly opener: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** Dialog that says what follows for new clusters, and hides the Seed from the scheduler or shows it. */
export function SeedSchedulingDialog({ scheduling, opener, onClose }: SeedSchedulingDialogProps) {
  const { seed, visible, changes } = scheduling;
  const [ticked, setTicked] = useState(false);
  const changing = useVisibilityChange(scheduling, onClose);
  const needsConsent = visible && changes.some(({ after }) => after === "nowhere");
  const reason = changing.isPending
    ? text("The request is on its way.")
    : needsConsent && !ticked
      ? text("Agree to the consequence first.")
      : undefined;
  return (
    <Dialog
      onClose={onClose}
      opener={opener}
      title={
        visible ? text("Hide {seed} from the scheduler?", { seed }) : text("Show {seed} to the scheduler?", { seed })
      }
      description={
        visible
          ? text("New clusters go to other Seeds. Clusters that are on this one stay.")
          : text("New clusters can go to this Seed. Clusters on other Seeds stay there.")
      }
      footer={
        <>
          <DialogClose asChild>
            <Button>{text("Cancel")}</Button>
          </DialogClose>
          <Button variant="primary" disabledReason={reason} onClick={() => changing.mutate()}>
            {visible ? text("Hide the Seed") : text("Show the Seed")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 text-base">
        <Consequences scheduling={scheduling} />
        {needsConsent && (
          <ConsentCheckbox ticked={ticked} onTick={setTicked}>
            {text("These clusters find no Seed while this one is hidden.")}
          </ConsentCheckbox>
        )}
        {changing.isError && (
          <Notice hue="negative" title={titleOfFailure(requestErrorOf(changing.error), visible)} live>
            {requestErrorOf(changing.error).detail}
          </Notice>
        )}
      </div>
    </Dialog>
  );
}

function titleOfFailure(error: RequestError, visible: boolean): string {
  if (isRequestOutcomeUncertain(error)) return text("It is not certain what was done");
  return visible ? text("The Seed was not hidden") : text("The Seed was not shown");
}

/** Writes the change for the version of the Seed that the dialog shows, and reads the Seed again whatever comes of it. */
function useVisibilityChange({ seed, visible, resourceVersion }: SeedScheduling, onDone: () => void) {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: () => changeSeedScheduling(seed, { visible: !visible, resourceVersion }),
    onSuccess: (stored) => {
      toast({
        kind: "success",
        id: `seed-${seed}`,
        title: stored.visible
          ? text("The scheduler sees {seed}", { seed })
          : text("The scheduler no longer sees {seed}", { seed }),
      });
      onDone();
    },
    onSettled: () => refetchActiveQueries(client, ["seeds"]),
  });
}

function Consequences({
  scheduling: { visible, clusters, changes, profilesRead },
}: {
  readonly scheduling: SeedScheduling;
}) {
  return (
    <>
      {clusters !== undefined && (
        <p>
          {text("{count, plural, =0 {No cluster is} one {# cluster is} other {# clusters are}} on the Seed.", {
            count: clusters,
          })}
        </p>
      )}
      {!profilesRead ? (
        <p>{text("You are not allowed to read CloudProfiles, so what follows for new clusters is not known.")}</p>
      ) : changes.length === 0 ? (
        <p>
          {visible
            ? text("In every region, new clusters find the same kind of Seed as before.")
            : text("In no region does it give new clusters a Seed that they do not find now.")}
        </p>
      ) : (
        <ul className="flex list-disc flex-col gap-1 pl-5">
          {changes.map(({ sentence }) => (
            <li key={sentence} className="text-pretty">
              {sentence}
            </li>
          ))}
        </ul>
      )}
      {profilesRead && (
        <p className="text-sm text-pretty text-tertiary">
          {text("This is about clusters without a Seed selector, tolerations and restrictions of their own.")}
        </p>
      )}
    </>
  );
}
