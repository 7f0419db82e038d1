import { type FormEvent, type RefObject, useId, useState } from "react";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { useLandscapeConfiguration } from "#components/data/landscape/landscape-configuration-query.ts";
import { useProjectChange } from "#components/data/queries/use-project-change.ts";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/form/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Dialog, DialogClose } from "#components/ui/overlay/dialog.tsx";
import { useToast } from "#components/ui/overlay/toast.tsx";
import type { ShownProject } from "#lib/contract/project/projects.ts";
import { text } from "#lib/language/text.ts";
import { findProjectTextErrors } from "#lib/policy/projects/find-project-errors.ts";
import { describeFieldError } from "#lib/words/field-error-descriptions.ts";
import { costObjectError } from "./cost-object-error.ts";
import { CostObjectFields } from "./cost-object-fields.tsx";

interface ProjectSettingsDialogProps {
  readonly project: ShownProject;
  readonly opener: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

const ownTextFields = ["title", "description", "purpose"] as const;
const textFields = [...ownTextFields, "costObject", "costObjectType"] as const;

/** Dialog that changes what a project says of itself. Only changed fields are sent, for the version that was opened. */
export function ProjectSettingsDialog({ project, opener, onClose }: ProjectSettingsDialogProps) {
  const form = useId();
  const toast = useToast();
  const [opened] = useState(project);
  const [edited, setEdited] = useState<Partial<Record<(typeof textFields)[number], string>>>({});
  const changing = useProjectChange(project.name);
  const { costObjects = [] } = useLandscapeConfiguration();
  const shownValue = (field: (typeof textFields)[number]) => edited[field] ?? opened[field] ?? "";
  const changes = Object.fromEntries(
    Object.entries(edited).filter(([field, value]) => {
      const known = textFields.find((each) => each === field);
      return known !== undefined && value !== (opened[known] ?? "");
    }),
  );
  const labels = {
    title: text("Title"),
    description: text("Description"),
    purpose: text("Purpose"),
    costObject: text("Cost object"),
    costObjectType: text("Type of the cost object"),
  };
  const errorOf = (field: (typeof textFields)[number]): string | undefined => {
    if (field === "costObject") {
      const isChanged = changes.costObject !== undefined || changes.costObjectType !== undefined;
      return isChanged
        ? costObjectError(costObjects, shownValue("costObjectType"), shownValue("costObject"))
        : undefined;
    }
    if (field !== "description" && field !== "purpose") return undefined;
    const [error] = findProjectTextErrors(field, edited[field] ?? opened[field] ?? "", opened[field]);
    return error && describeFieldError(error);
  };
  const reason =
    Object.keys(changes).length === 0
      ? text("Nothing is changed yet.")
      : textFields.some((field) => errorOf(field) !== undefined)
        ? text("Correct the marked fields first.")
        : changing.isPending
          ? text("The request is on its way.")
          : undefined;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (reason !== undefined) return;
    changing.mutate(
      { kind: "settings", resourceVersion: opened.resourceVersion, ...changes },
      {
        onSuccess: () => {
          toast({ kind: "success", id: "project-settings", title: text("The project was changed") });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      onClose={onClose}
      opener={opener}
      title={text("Change the project {name}", { name: project.name })}
      footer={
        <>
          <DialogClose asChild>
            <Button>{text("Cancel")}</Button>
          </DialogClose>
          <Button type="submit" form={form} variant="primary" disabledReason={reason}>
            {text("Save")}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={send} className="flex flex-col gap-4 pt-1">
        {(costObjects.length > 0 ? ownTextFields : textFields).map((field) => (
          <TextField
            key={field}
            label={labels[field]}
            value={edited[field] ?? opened[field] ?? ""}
            maxLength={1_000}
            error={errorOf(field)}
            onText={(value) => setEdited({ ...edited, [field]: value })}
          />
        ))}
        {costObjects.length > 0 && (
          <CostObjectFields
            kinds={costObjects}
            type={shownValue("costObjectType")}
            value={shownValue("costObject")}
            error={errorOf("costObject")}
            onChange={(type, value) => setEdited({ ...edited, costObjectType: type, costObject: value })}
          />
        )}
        {changing.isError && (
          <Notice hue="negative" title={text("The project was not changed")} live>
            {requestErrorOf(changing.error).detail}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}
