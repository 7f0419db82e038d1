import { type FormEvent, type RefObject, useId, useState } from "react";
import { useProjectChange } from "#components/data/queries/use-project-change.ts";
import { Button } from "#components/ui/button.tsx";
import { CheckField } from "#components/ui/form/check-field.tsx";
import { TextField, verbatimInputProps } from "#components/ui/form/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Dialog, DialogClose } from "#components/ui/overlay/dialog.tsx";
import { useToast } from "#components/ui/overlay/toast.tsx";
import type { ShownProject } from "#lib/contract/project/projects.ts";
import { customFieldLimits } from "#lib/custom-fields/custom-field.ts";
import {
  addCustomField,
  changeCustomField,
  findCustomFieldAgain,
  removeCustomField,
  writtenCustomFieldsOf,
} from "#lib/custom-fields/edit-custom-fields.ts";
import { fieldPathLimits } from "#lib/custom-fields/field-path.ts";
import { text } from "#lib/language/text.ts";
import { describeUnreadableFields } from "#lib/words/project/custom-field-descriptions.ts";
import { failureText, isConflict } from "./failure-text.ts";
import { changeOfDraft, draftOf, errorsOfDraft, type FieldDraft, flagNames, pathHint } from "./field-draft.ts";
import type { SampleCluster } from "./use-sample-cluster.ts";

interface CustomFieldDialogProps {
  readonly project: ShownProject;
  /** Key of the field to change; undefined to add one. */
  readonly fieldKey: string | undefined;
  readonly sample: SampleCluster | undefined;
  readonly opener: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/**
 * Dialog that adds, changes or removes one custom field, for the version of the project that the dialog was opened with.
 * If somebody has changed the project since, it says what, and the next attempt changes this one field of the present
 * fields, so that nothing is lost.
 */
export function CustomFieldDialog({ project, fieldKey, sample, opener, onClose }: CustomFieldDialogProps) {
  const form = useId();
  const toast = useToast();
  const [opened] = useState(project);
  const [isBehind, setBehind] = useState(false);
  const base = isBehind ? project : opened;
  const field = writtenCustomFieldsOf(opened.customFields).find(({ key }) => key === fieldKey);
  const present = field && findCustomFieldAgain(base.customFields, field);
  const [draft, setDraft] = useState(() => draftOf(field));
  const changing = useProjectChange(project.name);
  const errors = errorsOfDraft(draft, base.customFields, present?.key);
  const [isTouched, setTouched] = useState(field !== undefined);
  const reason =
    describeUnreadableFields(base.customFields) ??
    Object.values(errors)[0] ??
    (changing.isPending ? text("The request is on its way.") : undefined);
  const send = (customFields: string, done: string) =>
    changing.mutate(
      { kind: "customFields", resourceVersion: base.resourceVersion, customFields },
      {
        onSuccess: () => {
          toast({ kind: "success", id: "custom-field", title: done });
          onClose();
        },
        onError: (error) => setBehind((wasBehind) => wasBehind || isConflict(error)),
      },
    );
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (reason !== undefined) return;
    const change = changeOfDraft(draft);
    const label = draft.name.trim();
    send(
      present === undefined
        ? addCustomField(base.customFields, change, field)
        : changeCustomField(base.customFields, present.key, change),
      field === undefined
        ? text("The field {label} was added", { label })
        : text("The field {label} was changed", { label }),
    );
  };
  const edit = (next: Partial<FieldDraft>) => {
    setTouched(true);
    setDraft({ ...draft, ...next });
  };
  return (
    <Dialog
      onClose={onClose}
      opener={opener}
      wide
      title={
        field === undefined
          ? text("Add a custom field to {project}", { project: project.name })
          : text("Change the field {label}", { label: draftOf(field).name })
      }
      footer={
        <>
          {present !== undefined && (
            <Button
              variant="danger"
              className="mr-auto"
              disabledReason={changing.isPending ? text("The request is on its way.") : undefined}
              onClick={() =>
                send(
                  removeCustomField(base.customFields, present.key),
                  text("The field {label} was removed", { label: draftOf(field).name }),
                )
              }
            >
              {text("Remove field")}
            </Button>
          )}
          <DialogClose asChild>
            <Button>{text("Cancel")}</Button>
          </DialogClose>
          <Button type="submit" form={form} variant="primary" disabledReason={reason}>
            {field === undefined ? text("Add field") : text("Save")}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={save} className="flex flex-col gap-4 pt-1">
        <TextField
          label={text("Name")}
          value={draft.name}
          maxLength={customFieldLimits.name}
          error={isTouched ? errors.name : undefined}
          hint={text("Fields of several projects with the same name and path are one column.")}
          onText={(name) => edit({ name })}
        />
        <TextField
          {...verbatimInputProps}
          label={text("Path in the Shoot")}
          value={draft.path}
          maxLength={fieldPathLimits.characters}
          error={draft.path === "" ? undefined : errors.path}
          hint={<span aria-live="polite">{pathHint(draft, sample)}</span>}
          onText={(path) => edit({ path })}
        />
        <TextField
          label={text("Description (optional)")}
          value={draft.tooltip}
          maxLength={customFieldLimits.tooltip}
          onText={(tooltip) => edit({ tooltip })}
        />
        <TextField
          label={text("Value of clusters without one (optional)")}
          value={draft.defaultValue}
          maxLength={customFieldLimits.defaultValue}
          onText={(defaultValue) => edit({ defaultValue })}
        />
        <fieldset>
          <legend className="text-sm font-medium">{text("Shown")}</legend>
          <div className="mt-1 flex flex-col gap-2">
            {flagNames.map((flag) => (
              <CheckField
                key={flag}
                label={flagLabels()[flag]}
                checked={draft[flag]}
                onChange={(isOn) => edit({ [flag]: isOn })}
              />
            ))}
          </div>
        </fieldset>
        {changing.isError && (
          <Notice hue="negative" title={text("The fields were not changed")} live>
            {failureText(changing.error, { opened, project, isGone: field !== undefined && present === undefined })}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}

const flagLabels = () => ({
  showColumn: text("As a column, filter and group of lists"),
  columnSelectedByDefault: text("By default in the list of this project"),
  searchable: text("In the search of lists"),
  showDetails: text("On the page of a cluster"),
});
