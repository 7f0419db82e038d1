import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type RefObject, useId, useRef, useState } from "react";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { refetchActiveQueries } from "#components/data/calls/refetch-active-queries.ts";
import { useLandscapeConfiguration } from "#components/data/landscape/landscape-configuration-query.ts";
import { createProject, projectsQuery } from "#components/data/queries/project-queries.ts";
import { useOpenPage } from "#components/ui/address/use-open-page.ts";
import { Button } from "#components/ui/button.tsx";
import { Field, TextField, verbatimInputProps } from "#components/ui/form/field.tsx";
import { inputClass } from "#components/ui/form/input-class.ts";
import { Notice } from "#components/ui/notice.tsx";
import { Dialog, DialogClose } from "#components/ui/overlay/dialog.tsx";
import type { NewProject } from "#lib/contract/project/projects.ts";
import { text } from "#lib/language/text.ts";
import {
  findProjectNameErrors,
  findProjectTextErrors,
  longestProjectName,
} from "#lib/policy/projects/find-project-errors.ts";
import type { FieldErrors } from "#lib/policy/spec-validation/field-error.ts";
import { describeFieldError } from "#lib/words/field-error-descriptions.ts";
import { costObjectError } from "./cost-object-error.ts";
import { CostObjectFields } from "./cost-object-fields.tsx";

interface NewProjectDialogProps {
  readonly opener: RefObject<HTMLElement | null>;
  /** Names of the projects that the user sees. */
  readonly taken: readonly string[];
  readonly onClose: () => void;
}

/** Dialog that creates a project. Its page then says when Gardener has set it up. */
export function NewProjectDialog({ opener, taken, onClose }: NewProjectDialogProps) {
  const form = useId();
  const first = useRef<HTMLInputElement>(null);
  const [name, setName] = useState("");
  const [title, setTitle] = useState("");
  const [description, setDescription] = useState("");
  const [purpose, setPurpose] = useState("");
  const { costObjects = [] } = useLandscapeConfiguration();
  const [costObjectType, setCostObjectType] = useState("");
  const [costObject, setCostObject] = useState("");
  const costError = costObjectError(costObjects, costObjectType, costObject);
  const client = useQueryClient();
  const openPage = useOpenPage();
  const creating = useMutation({
    mutationFn: createProject,
    onSuccess: async (created) => {
      await refetchActiveQueries(client, projectsQuery.queryKey);
      onClose();
      openPage(`/projects/${encodeURIComponent(created.name)}`);
    },
  });
  const nameErrors = findProjectNameErrors(name, taken);
  const textErrors = {
    description: findProjectTextErrors("description", description),
    purpose: findProjectTextErrors("purpose", purpose),
  };
  const isInvalid =
    costError !== undefined ||
    [nameErrors, textErrors.description, textErrors.purpose].some((errors) => errors.length > 0);
  const missing =
    name === "" ? text("Give the project a name.") : isInvalid ? text("Correct the marked fields first.") : undefined;
  const pending = creating.isPending ? text("The request is on its way.") : undefined;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (missing !== undefined || pending !== undefined) return;
    creating.mutate({ name, ...filled({ title, description, purpose, costObject, costObjectType }) });
  };
  return (
    <Dialog
      onClose={onClose}
      opener={opener}
      firstFocus={first}
      title={text("New project")}
      description={text("You become its owner. Gardener sets up its namespace and permissions.")}
      footer={
        <>
          <DialogClose asChild>
            <Button>{text("Cancel")}</Button>
          </DialogClose>
          <Button type="submit" form={form} variant="primary" disabledReason={pending ?? missing}>
            {text("Create project")}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={send} className="flex flex-col gap-4 pt-1">
        <Field
          label={text("Name")}
          hint={text("Small letters, digits and hyphens, at most {count}. It can never change.", {
            count: longestProjectName,
          })}
          error={name === "" ? undefined : firstOf(nameErrors)}
        >
          {(control) => (
            <input
              {...verbatimInputProps}
              {...control}
              ref={first}
              value={name}
              onChange={({ target }) => setName(target.value)}
              className={`${inputClass} h-8 text-base`}
            />
          )}
        </Field>
        <TextField label={text("Title (optional)")} value={title} maxLength={100} onText={setTitle} />
        <TextField
          label={text("Description (optional)")}
          value={description}
          maxLength={1_000}
          error={firstOf(textErrors.description)}
          onText={setDescription}
        />
        <TextField
          label={text("Purpose (optional)")}
          value={purpose}
          maxLength={1_000}
          error={firstOf(textErrors.purpose)}
          onText={setPurpose}
        />
        {costObjects.length > 0 && (
          <CostObjectFields
            kinds={costObjects}
            type={costObjectType}
            value={costObject}
            error={costError}
            onChange={(type, value) => {
              setCostObjectType(type);
              setCostObject(value);
            }}
          />
        )}
        {creating.isError && (
          <Notice hue="negative" title={text("The project was not created")} live>
            {requestErrorOf(creating.error).detail}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}

function firstOf([first]: FieldErrors): string | undefined {
  return first && describeFieldError(first);
}

/** The fields that are not empty. */
function filled(fields: Readonly<Record<keyof Omit<NewProject, "name">, string>>) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value.trim() !== ""));
}
