import { type FormEvent, type RefObject, useId, useRef, useState } from "react";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { useProjectChange } from "#components/data/queries/use-project-change.ts";
import { Button } from "#components/ui/button.tsx";
import { CheckField } from "#components/ui/form/check-field.tsx";
import { Field, SelectField, verbatimInputProps } from "#components/ui/form/field.tsx";
import { inputClass } from "#components/ui/form/input-class.ts";
import { Notice } from "#components/ui/notice.tsx";
import { Dialog, DialogClose } from "#components/ui/overlay/dialog.tsx";
import { useToast } from "#components/ui/overlay/toast.tsx";
import type { ShownMember, ShownProject } from "#lib/contract/project/projects.ts";
import type { MemberSubject } from "#lib/garden/project.ts";
import { text } from "#lib/language/text.ts";
import { findMemberChangeWarnings, type ProjectPeople } from "#lib/policy/projects/member-changes.ts";
import { memberWithRoles, subjectKey } from "#lib/policy/projects/project-members.ts";
import {
  describeMemberChangeWarning,
  describeProjectRole,
  projectRoleLabel,
} from "#lib/words/project-role-descriptions.ts";
import { offeredRolesOf, whyNoMemberChange } from "./member-rules.ts";

export type MemberTask =
  | { readonly kind: "add" }
  | { readonly kind: "change" | "remove" | "own"; readonly member: ShownMember };

/** A member as it is sent. */
interface EditedMember {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
  readonly roles: string[];
}

interface MemberDialogProps {
  readonly project: ShownProject;
  readonly task: MemberTask;
  readonly opener: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/**
 * Dialog that adds, changes or removes a member. The whole list of members is sent, for the version of the project that
 * the dialog was opened with: if somebody has changed it since, the garden refuses, and nobody is lost.
 */
export function MemberDialog({ project, task, opener, onClose }: MemberDialogProps) {
  const form = useId();
  const first = useRef<HTMLInputElement>(null);
  const toast = useToast();
  const [opened] = useState(project);
  const changing = useProjectChange(project.name);
  const [edited, setEdited] = useState<EditedMember>(() => startOf(task));
  const members = membersAfter(opened, task, edited);
  const warnings = warningsOf(opened, members, task.kind === "own" ? edited : opened.ownerSubject);
  const reason =
    reasonNotToSend(opened, task, edited) ?? (changing.isPending ? text("The request is on its way.") : undefined);
  const titles = {
    add: text("Add a member to {project}", { project: project.name }),
    change: text("Change the roles of {name}", { name: edited.name }),
    remove: text("Remove {name} from {project}?", { name: edited.name, project: project.name }),
    own: text("Make {name} the owner of {project}?", { name: edited.name, project: project.name }),
  };
  const done = {
    add: text("{name} is a member now", { name: edited.name }),
    change: text("The roles of {name} were changed", { name: edited.name }),
    remove: text("{name} is no longer a member", { name: edited.name }),
    own: text("{name} is the owner now", { name: edited.name }),
  };
  const verbs = {
    add: text("Add member"),
    change: text("Save"),
    remove: text("Remove member"),
    own: text("Make owner"),
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (reason !== undefined) return;
    changing.mutate(
      task.kind === "own"
        ? { kind: "owner", resourceVersion: opened.resourceVersion, owner: subjectOfEdited(edited) }
        : { kind: "members", resourceVersion: opened.resourceVersion, members: [...members] },
      {
        onSuccess: () => {
          toast({ kind: "success", id: "project-member", title: done[task.kind] });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      onClose={onClose}
      opener={opener}
      {...(task.kind === "add" && { firstFocus: first })}
      title={titles[task.kind]}
      footer={
        <>
          <DialogClose asChild>
            <Button>{text("Cancel")}</Button>
          </DialogClose>
          <Button type="submit" form={form} variant="primary" disabledReason={reason}>
            {verbs[task.kind]}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={send} className="flex flex-col gap-4 pt-1">
        {task.kind === "add" && <SubjectFields project={opened} edited={edited} first={first} onEdit={setEdited} />}
        {(task.kind === "add" || task.kind === "change") && (
          <RoleFields offered={offeredRolesOf(opened)} edited={edited} onEdit={setEdited} />
        )}
        {task.kind === "own" && (
          <p className="text-base text-pretty text-secondary">
            {text("A project has one owner. {owner} loses the role, and keeps the others.", {
              owner: opened.owner ?? text("Nobody"),
            })}
          </p>
        )}
        {task.kind === "remove" && (
          <p className="text-base text-pretty text-secondary">
            {text(
              "Gardener takes the permissions away. Kubeconfigs that were made before stay valid until they expire.",
            )}
          </p>
        )}
        {warnings.map((warning) => (
          <Notice key={warning} hue="caution" title={warning} />
        ))}
        {changing.isError && (
          <Notice hue="negative" title={text("The members were not changed")} live>
            {requestErrorOf(changing.error).detail}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}

function startOf(task: MemberTask): EditedMember {
  if (task.kind === "add") return { kind: "User", name: "", roles: ["viewer"] };
  return toEdited(task.member);
}

function toEdited({ kind, name, namespace, roles }: ShownMember): EditedMember {
  return { kind, name, ...(namespace !== undefined && { namespace }), roles: [...roles] };
}

function subjectOfEdited({ roles: _, ...subject }: EditedMember) {
  return subject;
}

/** The list of members after the change; all others stay as they are. */
function membersAfter(project: ShownProject, task: MemberTask, edited: EditedMember): readonly EditedMember[] {
  const others = project.members.map(toEdited);
  if (task.kind === "add") return [...others, edited];
  const key = subjectKey(task.member);
  if (task.kind === "remove") return others.filter((other) => subjectKey(other) !== key);
  if (task.kind === "own") return others;
  return others.map((other) => (subjectKey(other) === key ? { ...other, roles: edited.roles } : other));
}

function warningsOf(
  project: ShownProject,
  members: readonly EditedMember[],
  ownerAfter: MemberSubject | undefined,
): readonly string[] {
  const you = new Set(project.members.filter(({ isYou }) => isYou).map(subjectKey));
  const isYou = (subject: MemberSubject) => you.has(subjectKey(subject));
  const people = (held: readonly EditedMember[], owner: MemberSubject | undefined): ProjectPeople => ({
    owner,
    members: held.map(({ roles, ...subject }) => memberWithRoles(subject, roles)),
  });
  const before = people(project.members.map(toEdited), project.ownerSubject);
  return findMemberChangeWarnings(before, people(members, ownerAfter), isYou).map(describeMemberChangeWarning);
}

function reasonNotToSend(project: ShownProject, task: MemberTask, edited: EditedMember): string | undefined {
  if (task.kind === "remove" || task.kind === "own") return undefined;
  if (edited.name.trim() === "") return text("Give the member a name.");
  const why = whyNoMemberChange(project, edited);
  if (why !== undefined) return why;
  if (task.kind === "add" && project.members.some((member) => subjectKey(member) === subjectKey(edited)))
    return text("{name} is a member already.", { name: edited.name });
  if (edited.roles.length === 0) return text("Choose a role.");
  return undefined;
}

interface SubjectFieldsProps {
  readonly project: ShownProject;
  readonly edited: EditedMember;
  readonly first: RefObject<HTMLInputElement | null>;
  readonly onEdit: (edited: EditedMember) => void;
}

function SubjectFields({ project, edited, first, onEdit }: SubjectFieldsProps) {
  const kinds = [
    ["User", text("Person")],
    ["Group", text("Group")],
    ["ServiceAccount", text("Service account")],
  ] as const;
  const [label, hint] = subjectTexts(edited.kind);
  const why = whyNoMemberChange(project, edited);
  return (
    <>
      <Field label={label} hint={hint} error={why}>
        {(control) => (
          <input
            {...verbatimInputProps}
            {...control}
            ref={first}
            value={
              edited.namespace === undefined || edited.namespace === project.namespace
                ? edited.name
                : `${edited.namespace}/${edited.name}`
            }
            onChange={({ target }) => onEdit(withName(project, edited, target.value))}
            className={`${inputClass} h-8 text-base`}
          />
        )}
      </Field>
      <SelectField
        label={text("Kind")}
        value={edited.kind}
        options={kinds}
        onText={(value) => {
          const kind = kinds.find(([each]) => each === value)?.[0] ?? "User";
          const { name, roles } = edited;
          onEdit(withName(project, { kind, name, roles }, name));
        }}
      />
    </>
  );
}

/** Label and hint of the field for the name. */
function subjectTexts(kind: string): readonly [label: string, hint: string] {
  switch (kind) {
    case "Group":
      return [text("Name of the group"), text("As the identity provider names it.")];
    case "ServiceAccount":
      return [text("Name of the account"), text("Of this project, or with its namespace before a slash.")];
    default:
      return [text("Name"), text("As the garden knows the person: usually the mail address.")];
  }
}

/** Service accounts have a namespace: that of the project, or the one before the slash. */
function withName(project: ShownProject, { kind, roles }: EditedMember, typed: string): EditedMember {
  if (kind !== "ServiceAccount") return { kind, name: typed, roles };
  const slash = typed.indexOf("/");
  const namespace = slash < 0 ? project.namespace : typed.slice(0, slash);
  return { kind, name: typed.slice(slash + 1), roles, ...(namespace !== undefined && { namespace }) };
}

interface RoleFieldsProps {
  readonly offered: readonly string[];
  readonly edited: EditedMember;
  readonly onEdit: (edited: EditedMember) => void;
}

function RoleFields({ offered, edited, onEdit }: RoleFieldsProps) {
  return (
    <fieldset>
      <legend className="text-sm font-medium">{text("Roles")}</legend>
      <div className="mt-1 flex flex-col gap-2">
        {offered.map((role) => (
          <CheckField
            key={role}
            checked={edited.roles.includes(role)}
            onChange={(isOn) => {
              const roles = isOn ? [...edited.roles, role] : edited.roles.filter((each) => each !== role);
              onEdit({ ...edited, roles });
            }}
            className="items-baseline"
            label={
              <>
                {projectRoleLabel(role)}{" "}
                <span className="block text-sm text-pretty text-secondary">{describeProjectRole(role)}</span>
              </>
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
