import { type RefObject, useRef } from "react";
import { useToast } from "#components/ui/overlay/toast.tsx";
import { text } from "#lib/language/text.ts";
import { DeleteNamedItemDialog } from "../fleet-parts/delete-named-item-dialog.tsx";
import { useReadOnlyReason } from "../session/use-read-only.ts";
import type { OpenTemplateTask, TemplateTask } from "./open-template-task.ts";
import { ChangeTemplateForm, SaveClusterForm, SaveTemplateForm } from "./template-forms.tsx";
import { useTemplateChange } from "./use-template-change.ts";

/** Dialog that saves, changes or deletes a template. */
export function TemplateTaskDialog({ task, opener, onClose }: OpenTemplateTask & { readonly onClose: () => void }) {
  const back = useRef(opener);
  switch (task.kind) {
    case "save-draft":
      return <SaveTemplateForm draft={task.text} suggestedProject={task.project} back={back} onClose={onClose} />;
    case "save-cluster":
      return <SaveClusterForm cluster={task.cluster} back={back} onClose={onClose} />;
    case "change":
      return <ChangeTemplateForm line={task.line} back={back} onClose={onClose} />;
    case "delete":
      return <DeleteDialog task={task} back={back} onClose={onClose} />;
  }
}

interface DeleteDialogProps {
  readonly task: Extract<TemplateTask, { readonly kind: "delete" }>;
  readonly back: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

function DeleteDialog({ task: { line, onDeleted }, back, onClose }: DeleteDialogProps) {
  const { template, project } = line;
  const { name } = template;
  const changing = useTemplateChange();
  const toast = useToast();
  const readOnly = useReadOnlyReason();
  const remove = () =>
    changing.mutate(
      { kind: "delete", ...(project !== undefined && { project }), id: template.id, seen: template.at },
      {
        onSuccess: () => {
          toast({ kind: "success", id: "template-deleted", title: text("The template {name} was deleted", { name }) });
          onClose();
          onDeleted();
        },
      },
    );
  return (
    <DeleteNamedItemDialog
      title={text("Delete the template {name}?", { name })}
      project={project}
      opener={back}
      onClose={onClose}
      submit={text("Delete template")}
      onSubmit={remove}
      disabledReason={readOnly ?? (changing.isPending ? text("The template is being deleted.") : undefined)}
      refused={text("The template was not deleted")}
      error={changing.error}
    />
  );
}
