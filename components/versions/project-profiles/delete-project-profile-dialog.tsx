import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { RefObject } from "react";
import { refetchActiveQueries } from "#components/data/calls/refetch-active-queries.ts";
import { DeleteNamedItemDialog } from "#components/data/fleet-parts/delete-named-item-dialog.tsx";
import { changeProjectProfile, projectProfilesQuery } from "#components/data/queries/project-profile-queries.ts";
import { useToast } from "#components/ui/overlay/toast.tsx";
import type { ListedProjectProfile } from "#lib/contract/project-profiles.ts";
import { text } from "#lib/language/text.ts";

interface DeleteProjectProfileDialogProps {
  readonly project: string;
  readonly profile: Pick<ListedProjectProfile, "name" | "uid">;
  readonly opener: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** Dialog that deletes a project's own cloud profile. */
export function DeleteProjectProfileDialog({ project, profile, opener, onClose }: DeleteProjectProfileDialogProps) {
  const { name, uid } = profile;
  const toast = useToast();
  const client = useQueryClient();
  const deleting = useMutation({
    mutationFn: () => changeProjectProfile(project, { kind: "delete", name, uid }),
    onSettled: () => refetchActiveQueries(client, projectProfilesQuery(project).queryKey),
    onSuccess: () => {
      toast({
        kind: "success",
        id: `profile-${name}`,
        title: text("The garden deletes the cloud profile {name}", { name }),
      });
      onClose();
    },
  });
  return (
    <DeleteNamedItemDialog
      title={text("Delete the cloud profile {name}?", { name })}
      project={project}
      opener={opener}
      onClose={onClose}
      submit={text("Delete cloud profile")}
      onSubmit={() => deleting.mutate()}
      disabledReason={deleting.isPending ? text("The request is on its way.") : undefined}
      refused={text("The cloud profile was not deleted")}
      error={deleting.error}
    />
  );
}
