import { useQuery } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { useProjectChange } from "#components/data/queries/use-project-change.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmationPhraseField } from "#components/ui/form/confirmation-phrase-field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Dialog, DialogClose } from "#components/ui/overlay/dialog.tsx";
import { useToast } from "#components/ui/overlay/toast.tsx";
import type { ShownProject } from "#lib/contract/project/projects.ts";
import { areRowsComplete } from "#lib/fleet/are-rows-complete.ts";
import { text } from "#lib/language/text.ts";

interface DeleteProjectDialogProps {
  readonly project: ShownProject;
  readonly opener: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** Dialog that deletes a project. While the project has clusters, it names their number and deletes nothing. */
export function DeleteProjectDialog({ project, opener, onClose }: DeleteProjectDialogProps) {
  const { name } = project;
  const toast = useToast();
  const [typed, setTyped] = useState("");
  const changing = useProjectChange(name);
  const clusters = useQuery({
    ...fleetQuery,
    select: ({ freshness, rows, scope }) =>
      areRowsComplete(freshness) && {
        areSeen: scope.projects.some((project) => project.name === name),
        count: rows.filter((row) => row.project === name).length,
      },
  }).data;
  const reason =
    clusters === undefined || clusters === false
      ? text("The clusters of the project are being read.")
      : clusters.count > 0
        ? text("Delete the clusters of the project first.")
        : typed !== name
          ? text("Type the name of the project first.")
          : changing.isPending
            ? text("The request is on its way.")
            : undefined;
  const remove = () =>
    changing.mutate(
      { kind: "delete", uid: project.uid },
      {
        onSuccess: () => {
          toast({
            kind: "success",
            id: `project-${name}`,
            title: text("The garden deletes the project {name}", { name }),
          });
          onClose();
        },
      },
    );
  return (
    <Dialog
      alert
      onClose={onClose}
      opener={opener}
      title={text("Delete the project {name}?", { name })}
      description={text("Its namespace goes, with all accounts, secrets, service accounts and permissions in it.")}
      footer={
        <>
          <DialogClose asChild>
            <Button>{text("Cancel")}</Button>
          </DialogClose>
          <Button variant="danger" disabledReason={reason} onClick={remove}>
            {text("Delete project")}
          </Button>
        </>
      }
    >
      {clusters && !clusters.areSeen && (
        <p className="mb-4 text-base text-pretty">
          {text("You do not see the clusters of this project. If it has any, Gardener waits until they are gone.")}
        </p>
      )}
      {clusters && clusters.count > 0 ? (
        <Notice
          hue="caution"
          title={text("{count, plural, one {# cluster is} other {# clusters are}} in the project", {
            count: clusters.count,
          })}
        >
          {text("Gardener deletes no project that has clusters.")}
        </Notice>
      ) : (
        <ConfirmationPhraseField phrase={name} typed={typed} wrong={!name.startsWith(typed)} onType={setTyped} />
      )}
      {changing.isError && (
        <div className="mt-4">
          <Notice hue="negative" title={text("The project was not deleted")} live>
            {requestErrorOf(changing.error).detail}
          </Notice>
        </div>
      )}
    </Dialog>
  );
}
