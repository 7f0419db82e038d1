import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { refetchActiveQueries } from "#components/data/calls/refetch-active-queries.ts";
import { ReadFailureNotice } from "#components/data/fleet-parts/read-failure-notice.tsx";
import { changeSeedScheduling, seedSchedulingQuery } from "#components/data/queries/seed-queries.ts";
import { Button } from "#components/ui/button.tsx";
import { ConsentCheckbox } from "#components/ui/form/consent-checkbox.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Dialog, DialogClose } from "#components/ui/overlay/dialog.tsx";
import { useToast } from "#components/ui/overlay/toast.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { isRequestOutcomeUncertain } from "#lib/act/follow/operation-progress.ts";
import type { RequestError } from "#lib/contract/request-error.ts";
import type { SeedScheduling, SeedSchedulingChange } from "#lib/contract/seed/scheduling.ts";
import { text } from "#lib/language/text.ts";
import { visibilityLastsText } from "./visibility-lasts.ts";

interface SeedSchedulingDialogProps {
  readonly seed: string;
  /** Whether the dialog is to hide the Seed from the scheduler, and not to show it. */
  readonly hides: boolean;
  readonly opener: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/**
 * Dialog that says what follows for new clusters, and hides the Seed from the scheduler or shows it. What follows is read
 * when the dialog opens, and again when the garden refuses the change because somebody else was faster.
 */
export function SeedSchedulingDialog({ seed, hides, opener, onClose }: SeedSchedulingDialogProps) {
  const found = useQuery(seedSchedulingQuery(seed));
  const scheduling = found.data;
  const consequences = scheduling?.changes.map(({ sentence }) => sentence).join("\n") ?? "";
  // Consent is to what stood there: other consequences need another one.
  const [agreedTo, setAgreedTo] = useState<string>();
  const isAgreed = agreedTo === consequences;
  const changing = useVisibilityChange({ seed, visible: !hides, generation: scheduling?.generation ?? 0 }, onClose);
  const needsConsent = hides && scheduling?.changes.some(({ after }) => after === "nowhere") === true;
  const isDone = scheduling !== undefined && scheduling.visible !== hides;
  const reason = changing.isPending
    ? text("The request is on its way.")
    : scheduling === undefined
      ? text("What follows for new clusters is not read yet.")
      : isDone
        ? text("There is nothing left to do.")
        : needsConsent && !isAgreed
          ? text("Agree to the consequence first.")
          : undefined;
  return (
    <Dialog
      onClose={onClose}
      opener={opener}
      title={
        hides ? text("Hide {seed} from the scheduler?", { seed }) : text("Show {seed} to the scheduler?", { seed })
      }
      description={
        hides
          ? text("New clusters go to other Seeds. Clusters that are on this one stay.")
          : text("New clusters can go to this Seed. Clusters on other Seeds stay there.")
      }
      footer={
        <>
          <DialogClose asChild>
            <Button>{text("Cancel")}</Button>
          </DialogClose>
          <Button variant="primary" disabledReason={reason} onClick={() => changing.mutate()}>
            {hides ? text("Hide the Seed") : text("Show the Seed")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 text-base">
        {scheduling === undefined ? (
          found.isError ? (
            <ReadFailureNotice title={text("What follows for new clusters could not be read.")} of={found} />
          ) : (
            <Skeleton className="h-24" />
          )
        ) : isDone ? (
          <p>
            {hides
              ? text("The scheduler no longer sees {seed}: somebody has hidden it meanwhile.", { seed })
              : text("The scheduler sees {seed} already: somebody has shown it meanwhile.", { seed })}
          </p>
        ) : (
          <Consequences scheduling={scheduling} />
        )}
        {needsConsent && !isDone && (
          <ConsentCheckbox ticked={isAgreed} onTick={(ticked) => setAgreedTo(ticked ? consequences : undefined)}>
            {text("These clusters find no Seed while this one is hidden.")}
          </ConsentCheckbox>
        )}
        {!isDone && <p className="text-sm text-pretty text-tertiary">{visibilityLastsText()}</p>}
        {changing.isError && (
          <Notice hue="negative" title={titleOfFailure(requestErrorOf(changing.error), hides)} live>
            {requestErrorOf(changing.error).detail}
          </Notice>
        )}
      </div>
    </Dialog>
  );
}

function titleOfFailure(error: RequestError, hides: boolean): string {
  if (isRequestOutcomeUncertain(error)) return text("It is not certain what was done");
  return hides ? text("The Seed was not hidden") : text("The Seed was not shown");
}

/** Writes the change for the version of the Seed that the dialog shows, and reads the Seed again whatever comes of it. */
function useVisibilityChange(
  { seed, ...change }: SeedSchedulingChange & { readonly seed: string },
  onDone: () => void,
) {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: () => changeSeedScheduling(seed, change),
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
