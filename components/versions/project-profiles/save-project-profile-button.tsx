import { useRef, useState } from "react";
import { changeProjectProfile, previewProjectProfile } from "#components/data/queries/project-profile-queries.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { Button } from "#components/ui/button.tsx";
import type { ProjectProfileEdit } from "#lib/contract/project/project-profiles.ts";
import { text } from "#lib/language/text.ts";
import type { ProjectProfileDraftValidation } from "#lib/view/project-profiles/validate-project-profile-draft.ts";
import { ProfileChangeDialog } from "../profile-change-dialog.tsx";
import type { EditedProjectProfile } from "./edited-project-profile.ts";

interface SaveProps {
  readonly edited: EditedProjectProfile;
  readonly judged: ProjectProfileDraftValidation;
  /** Called if the profile has changed since it was read, so that the draft must be merged with the new one. */
  readonly onReread: () => void;
  readonly onSaved: () => void;
}

/** Button that creates or changes a project's own cloud profile after a dry run; disabled with a reason. */
export function SaveProjectProfileButton({ edited, judged, onReread, onSaved }: SaveProps) {
  const opener = useRef<HTMLButtonElement>(null);
  const [body, setBody] = useState<ProjectProfileEdit>();
  const obstacle = useDisabledReason(edited, judged);
  const { project, parentName } = edited;
  const isNew = edited.stored === undefined;
  return (
    <>
      <Button
        ref={opener}
        variant="primary"
        disabledReason={obstacle}
        aria-haspopup="dialog"
        onClick={() => setBody(editOf(edited, judged))}
      >
        {isNew ? text("Create…") : text("Save…")}
      </Button>
      {body && (
        <ProfileChangeDialog
          name={body.name}
          title={
            isNew
              ? text("Create the cloud profile {name}?", { name: body.name })
              : text("Change the cloud profile {name}?", { name: body.name })
          }
          description={
            isNew
              ? text("It is based on {parent} for as long as it exists. Clusters use it once you choose it for them.", {
                  parent: parentName,
                })
              : text("Every cluster that uses it is treated by the new profile from its next maintenance on.")
          }
          verb={isNew ? text("Create cloud profile") : text("Save cloud profile")}
          tried={{
            queryKey: ["project-profile", project, "preview", JSON.stringify(body)],
            queryFn: () => previewProjectProfile(project, body),
          }}
          resourceVersion={body.kind === "change" ? body.resourceVersion : undefined}
          send={() => changeProjectProfile(project, body)}
          opener={opener}
          onClose={() => setBody(undefined)}
          onReread={isNew ? undefined : onReread}
          onApplied={onSaved}
        />
      )}
    </>
  );
}

function editOf({ stored }: EditedProjectProfile, judged: ProjectProfileDraftValidation): ProjectProfileEdit {
  const { name, written, patch = {} } = judged;
  if (stored === undefined) return { kind: "create", name, spec: written };
  const { uid, resourceVersion } = stored;
  return { kind: "change", name: stored.name, uid, resourceVersion, spec: patch };
}

function useDisabledReason({ stored, rights }: EditedProjectProfile, judged: ProjectProfileDraftValidation) {
  const readOnly = useReadOnlyReason();
  if (readOnly !== undefined) return readOnly;
  if (stored === undefined ? rights.create === false : rights.change === false)
    return stored === undefined
      ? text("You are not allowed to create cloud profiles here.")
      : text("You are not allowed to change cloud profiles here.");
  if (judged.spec !== undefined && stored === undefined && judged.name === "") return text("Give the profile a name.");
  if (judged.faults.length > 0) return text("The API server would refuse this: see the validation.");
  if (stored !== undefined && judged.patch === undefined) return text("Nothing has been changed yet.");
  return undefined;
}
