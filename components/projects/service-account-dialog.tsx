import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type RefObject, useId, useRef, useState } from "react";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { refetchActiveQueries } from "#components/data/calls/refetch-active-queries.ts";
import { changeProject, changeServiceAccount, projectsQuery } from "#components/data/queries/project-queries.ts";
import { Button } from "#components/ui/button.tsx";
import { Field, SelectField, TextField, verbatimInputProps } from "#components/ui/form/field.tsx";
import { inputClass } from "#components/ui/form/input-class.ts";
import { Notice } from "#components/ui/notice.tsx";
import { Dialog, DialogClose } from "#components/ui/overlay/dialog.tsx";
import { useToast } from "#components/ui/overlay/toast.tsx";
import type { ShownProject } from "#lib/contract/project/projects.ts";
import type { ListedServiceAccount, ServiceAccountChange } from "#lib/contract/project/service-accounts.ts";
import { isDns1123Subdomain } from "#lib/kube/names.ts";
import { text } from "#lib/language/text.ts";
import { subjectKey, subjectOf } from "#lib/policy/projects/project-members.ts";
import { describeProjectRole, projectRoleLabel } from "#lib/words/project-role-descriptions.ts";
import { offeredRolesOf } from "./member-rules.ts";

export type ServiceAccountTask =
  | { readonly kind: "create"; readonly name?: string }
  | { readonly kind: "describe"; readonly account: ListedServiceAccount }
  | { readonly kind: "reset" | "delete"; readonly name: string; readonly uid: string };

interface ServiceAccountDialogProps {
  readonly project: ShownProject;
  readonly task: ServiceAccountTask;
  readonly opener: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** Dialog that creates, describes, resets or deletes a service account. */
export function ServiceAccountDialog({ project, task, opener, onClose }: ServiceAccountDialogProps) {
  const form = useId();
  const first = useRef<HTMLInputElement>(null);
  const toast = useToast();
  const client = useQueryClient();
  const [isCreated, setIsCreated] = useState(false);
  const [name, setName] = useState(nameOf(task));
  const [description, setDescription] = useState(task.kind === "describe" ? (task.account.description ?? "") : "");
  const [role, setRole] = useState("viewer");
  const key = subjectKey(subjectOf("ServiceAccount", name, project.namespace));
  const isMember = project.members.some((member) => subjectKey(member) === key);
  const changing = useMutation({
    mutationFn: async () => {
      // After a failure of the second request, only that one is repeated.
      if (!isCreated) await changeServiceAccount(project.name, changeOf(task, { name, description }));
      if (task.kind !== "create") return;
      setIsCreated(true);
      if (!isMember && role !== "") await addMember(project, name, role);
    },
    onSettled: () => refetchActiveQueries(client, projectsQuery.queryKey),
    onSuccess: () => {
      toast({ kind: "success", id: "service-account", title: textsOf(task.kind, name).done });
      onClose();
    },
  });
  const { title, verb, note } = textsOf(task.kind, name);
  const isInvalid = name !== "" && !isDns1123Subdomain(name);
  const reason =
    name === ""
      ? text("Give the account a name.")
      : isInvalid
        ? text("Correct the marked fields first.")
        : changing.isPending
          ? text("The request is on its way.")
          : undefined;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (reason === undefined) changing.mutate();
  };
  return (
    <Dialog
      onClose={onClose}
      opener={opener}
      {...(task.kind === "create" && { firstFocus: first })}
      title={title}
      {...(note !== undefined && { description: note })}
      footer={
        <>
          <DialogClose asChild>
            <Button>{text("Cancel")}</Button>
          </DialogClose>
          <Button
            type="submit"
            form={form}
            variant={task.kind === "delete" || task.kind === "reset" ? "danger" : "primary"}
            disabledReason={reason}
          >
            {verb}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={send} className="flex flex-col gap-4 pt-1">
        {task.kind === "create" && (
          <Field
            label={text("Name")}
            error={isInvalid ? text("{value} is not a valid name here.", { value: name }) : undefined}
          >
            {(control) => (
              <input
                {...verbatimInputProps}
                {...control}
                ref={first}
                value={name}
                readOnly={isCreated}
                maxLength={253}
                onChange={({ target }) => setName(target.value)}
                className={`${inputClass} h-8 text-base`}
              />
            )}
          </Field>
        )}
        {(task.kind === "create" || task.kind === "describe") && (
          <TextField
            label={text("Description (optional)")}
            value={description}
            maxLength={250}
            onText={setDescription}
          />
        )}
        {task.kind === "create" && !isMember && (
          <SelectField
            label={text("Role in the project")}
            value={role}
            options={[
              ...offeredRolesOf(project).map((each) => [each, projectRoleLabel(each)] as const),
              ["", text("none")] as const,
            ]}
            hint={
              role === ""
                ? text("It then is no member, and its permissions come from elsewhere.")
                : describeProjectRole(role)
            }
            onText={setRole}
          />
        )}
        {changing.isError && (
          <Notice
            hue="negative"
            title={
              isCreated
                ? text("The service account exists, but did not get its role")
                : text("The service account was not changed")
            }
            live
          >
            {requestErrorOf(changing.error).detail}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}

function nameOf(task: ServiceAccountTask): string {
  if (task.kind === "describe") return task.account.name;
  return task.name ?? "";
}

function changeOf(
  task: ServiceAccountTask,
  { name, description }: { readonly name: string; readonly description: string },
): ServiceAccountChange {
  switch (task.kind) {
    case "create":
      return { kind: "create", name, ...(description !== "" && { description }) };
    case "describe":
      return { kind: "describe", name, description };
    case "reset":
    case "delete":
      return { kind: task.kind, name, uid: task.uid };
  }
}

/** Adds the account to the present members of the project. */
function addMember({ name: project, resourceVersion, members, namespace }: ShownProject, name: string, role: string) {
  const account = { kind: "ServiceAccount", name, roles: [role], ...(namespace !== undefined && { namespace }) };
  const others = members.map(({ isYou: _, ...member }) => member);
  return changeProject(project, { kind: "members", resourceVersion, members: [...others, account] });
}

interface TaskTexts {
  readonly title: string;
  readonly verb: string;
  readonly done: string;
  readonly note?: string;
}

function textsOf(kind: ServiceAccountTask["kind"], name: string): TaskTexts {
  switch (kind) {
    case "create":
      return {
        title: text("New service account"),
        verb: text("Create service account"),
        done: text("The service account {name} was created", { name }),
      };
    case "describe":
      return {
        title: text("Describe the service account {name}", { name }),
        verb: text("Save"),
        done: text("The service account {name} was changed", { name }),
      };
    case "reset":
      return {
        title: text("Reset the service account {name}?", { name }),
        verb: text("Reset service account"),
        done: text("The service account {name} was reset", { name }),
        note: text("It is deleted and created again. All of its tokens and kubeconfigs end."),
      };
    case "delete":
      return {
        title: text("Delete the service account {name}?", { name }),
        verb: text("Delete service account"),
        done: text("The service account {name} was deleted", { name }),
        note: text("All of its tokens and kubeconfigs end. As a member of the project it stays listed."),
      };
  }
}
