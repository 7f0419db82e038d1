import { useQuery } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import { useToast } from "#components/ui/overlay/toast.tsx";
import { viewLimits } from "#lib/contract/view-limits.ts";
import type { ViewChangeRequest } from "#lib/contract/views.ts";
import { text } from "#lib/language/text.ts";
import { type ListedView, viewAddressLabels } from "#lib/saved-views/listed-views.ts";
import { NamedItemDialogForm } from "../fleet-parts/named-item-dialog-form.tsx";
import { SharingField } from "../fleet-parts/sharing-field.tsx";
import { viewsQuery } from "../queries/view-queries.ts";
import { useMayShare } from "../session/use-may-share.ts";
import { useReadOnlyReason } from "../session/use-read-only.ts";
import type { ViewTask } from "./open-view-task.ts";
import { useViewChange } from "./use-view-change.ts";
import { useListedViews } from "./use-views.ts";

interface ViewFormProps {
  readonly task: Exclude<ViewTask, { readonly kind: "delete" }>;
  readonly back: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** Form that saves the current page as a view or changes an existing view. */
export function ViewForm({ task, back, onClose }: ViewFormProps) {
  const line = task.kind === "change" ? task.line : undefined;
  const [name, setName] = useState(line?.view.name ?? "");
  const [project, setProject] = useState(line?.project);
  const changing = useViewChange();
  const toast = useToast();
  const whyNot = useWhyNot(project);
  const lines = useListedViews();
  const taken = lines.find(({ view, project: place }) => view.name === name.trim() && place === project);
  const replaced = line === undefined ? taken : undefined;
  const address = task.kind === "save" ? task.address : task.line.view.address;
  const { page, asks } = viewAddressLabels(address);
  const save = () =>
    changing.mutate(changeOf(line ?? replaced, { name, project, address }), {
      onSuccess: ({ view }) => {
        const now = { name: view?.name ?? name };
        const title = line ? text("The view {name} was renamed", now) : text("The view {name} was saved", now);
        toast({ kind: "success", id: "view-saved", title, href: view?.address ?? address });
        onClose();
      },
    });
  return (
    <NamedItemDialogForm
      title={line ? text("Rename the view {name}", { name: line.view.name }) : text("Save this view")}
      opener={back}
      onClose={onClose}
      name={name}
      maxLength={viewLimits.name}
      onName={setName}
      whyNot={whyNot}
      missing={changing.isPending ? text("The view is being saved.") : undefined}
      submit={line ? text("Rename view") : replaced ? text("Replace view") : text("Save view")}
      onSubmit={save}
      refused={text("The view was not saved")}
      error={changing.error}
    >
      {line === undefined && (
        <SharingField
          project={project}
          sharedHint={text("A view is only an address: everybody sees in it what their permissions allow.")}
          onChange={setProject}
        />
      )}
      <p className="text-sm break-words text-secondary">
        {text("Shows {what}", { what: asks === "" ? page : `${page}, ${asks}` })}
      </p>
      {replaced && (
        <p role="status" className="text-sm text-pretty text-secondary">
          {text("There is a view of this name. It will show what is on screen now.")}
        </p>
      )}
    </NamedItemDialogForm>
  );
}

interface Wanted {
  readonly name: string;
  readonly project: string | undefined;
  readonly address: string;
}

function changeOf(held: ListedView | undefined, { name, project, address }: Wanted): ViewChangeRequest {
  const place = project === undefined ? {} : { project };
  if (held === undefined) return { kind: "save", ...place, name, address };
  const { id, at } = held.view;
  return { kind: "change", ...place, id, seen: at, name, address };
}

/** Returns why the user cannot save a view for this project now; undefined if possible. */
function useWhyNot(project: string | undefined): string | undefined {
  const readOnly = useReadOnlyReason();
  const unavailable = useQuery(viewsQuery).data?.own.unavailable;
  const { allowed, isChecked } = useMayShare(project);
  if (readOnly !== undefined) return readOnly;
  if (project === undefined) return unavailable;
  if (allowed === false)
    return text("You cannot share views with {project}: that takes the right to create ConfigMaps there.", { project });
  return isChecked ? undefined : text("Your permissions are being checked.");
}
