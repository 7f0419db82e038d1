// biome-ignore-all lint/a11y/noRedundantRoles: a browser drops the roles of a table that a phone lays out as cards.
"use client";

import { UserPlus } from "lucide-react";
import { useRef, useState } from "react";
import { ExportList } from "#components/data/export/export-list.tsx";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { CardCell } from "#components/ui/card-cell.tsx";
import { CardTable } from "#components/ui/card-table.tsx";
import type { ShownMember, ShownProject } from "#lib/contract/project/projects.ts";
import { text } from "#lib/language/text.ts";
import { projectRoles } from "#lib/policy/projects/project-roles.ts";
import { describeProjectRole, projectRoleLabel } from "#lib/words/project-role-descriptions.ts";
import { MemberDialog, type MemberTask } from "./member-dialog.tsx";
import { whyNoMemberChange } from "./member-rules.ts";
import { ProjectData } from "./project-data.tsx";

/** Page of a project's members: people, groups and service accounts, with what each role allows. */
export function MembersPageContent({ project }: { readonly project: string }) {
  return <ProjectData name={project}>{(read) => <Members project={read} />}</ProjectData>;
}

function Members({ project }: { readonly project: ShownProject }) {
  return (
    <>
      <MembersCard project={project} />
      <Card id="roles" title={text("What the roles allow")}>
        <dl className="flex flex-col gap-2 text-base">
          {projectRoles.map((role) => (
            <div key={role} className="grid gap-x-4 sm:grid-cols-[12rem_minmax(0,1fr)]">
              <dt className="font-medium">{projectRoleLabel(role)}</dt>
              <dd className="text-pretty text-secondary">{describeProjectRole(role)}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </>
  );
}

const columns = () => [
  { title: text("Member") },
  { title: text("Kind") },
  { title: text("Roles") },
  { title: text("Actions"), hidden: true },
];

function MembersCard({ project }: { readonly project: ShownProject }) {
  const addOpener = useRef<HTMLButtonElement>(null);
  const [task, setTask] = useState<MemberTask>();
  const opener = useRef<HTMLElement | null>(null);
  const readOnly = useReadOnlyReason();
  const open = (next: MemberTask, from: HTMLElement | null) => {
    opener.current = from;
    setTask(next);
  };
  const blocked = whyNoMemberChange(project, { kind: "ServiceAccount", name: "" });
  return (
    <Card
      id="members"
      title={text("Members")}
      flush
      aside={
        <span className="flex flex-wrap gap-2">
          {project.members.length > 0 && <ExportMembers project={project} />}
          <Button
            ref={addOpener}
            size="sm"
            variant="primary"
            disabledReason={readOnly ?? blocked}
            onClick={() => open({ kind: "add" }, addOpener.current)}
          >
            <UserPlus aria-hidden />
            {text("Add member")}
          </Button>
        </span>
      }
    >
      {project.members.length === 0 ? (
        <p className="px-4 py-3.5 text-base text-secondary">{text("The project has no members.")}</p>
      ) : (
        <CardTable aria-label={text("Members")} columns={columns()}>
          {project.members.map((member) => (
            <MemberRow
              key={`${member.kind} ${member.namespace ?? ""} ${member.name}`}
              project={project}
              member={member}
              readOnly={readOnly}
              onTask={open}
            />
          ))}
        </CardTable>
      )}
      {task && <MemberDialog project={project} task={task} opener={opener} onClose={() => setTask(undefined)} />}
    </Card>
  );
}

function ExportMembers({ project: { name, members } }: { readonly project: ShownProject }) {
  return (
    <ExportList
      size="sm"
      list={{
        count: members.length,
        counted: (count) => text("{count, plural, one {# member} other {# members}}", { count }),
        make: async () =>
          (await import("#lib/view/export/export-projects.ts")).exportMembers(name, members, Date.now()),
      }}
    />
  );
}

const kindLabels = () => ({
  User: text("Person"),
  Group: text("Group"),
  ServiceAccount: text("Service account"),
});

interface MemberRowProps {
  readonly project: ShownProject;
  readonly member: ShownMember;
  readonly readOnly: string | undefined;
  readonly onTask: (task: MemberTask, from: HTMLElement | null) => void;
}

function MemberRow({ project, member, readOnly, onTask }: MemberRowProps) {
  const change = useRef<HTMLButtonElement>(null);
  const remove = useRef<HTMLButtonElement>(null);
  const own = useRef<HTMLButtonElement>(null);
  const { kind, name, namespace, roles, isYou } = member;
  const labels: Readonly<Record<string, string>> = kindLabels();
  const blocked = readOnly ?? whyNoMemberChange(project, member);
  const isOwner = roles.includes("owner");
  return (
    <tr role="row" className="align-baseline max-sm:block max-sm:px-4 max-sm:py-3">
      <th
        role="rowheader"
        scope="row"
        className="text-left font-medium wrap-anywhere max-sm:block max-sm:pb-1 sm:px-3 sm:py-2 sm:pl-4"
      >
        {name} {isYou && <span className="font-normal text-tertiary">{text("(you)")}</span>}
        {namespace !== undefined && namespace !== project.namespace && (
          <span className="block text-sm font-normal text-tertiary">{namespace}</span>
        )}
      </th>
      <CardCell title={text("Kind")} quiet>
        {labels[kind] ?? kind}
      </CardCell>
      <CardCell title={text("Roles")} empty={roles.length === 0}>
        <ul className="flex flex-wrap gap-x-3">
          {roles.map((role) => (
            <li key={role} title={describeProjectRole(role)}>
              {projectRoleLabel(role)}
            </li>
          ))}
        </ul>
      </CardCell>
      <CardCell numeric>
        <span className="inline-flex flex-wrap gap-2">
          <Button
            ref={change}
            size="sm"
            disabledReason={blocked}
            onClick={() => onTask({ kind: "change", member }, change.current)}
          >
            {text("Change…")}
            <span className="sr-only"> {name}</span>
          </Button>
          {!isOwner && project.rights.manageMembers === true && (
            <Button
              ref={own}
              size="sm"
              disabledReason={readOnly}
              onClick={() => onTask({ kind: "own", member }, own.current)}
            >
              {text("Make owner…")}
              <span className="sr-only"> {name}</span>
            </Button>
          )}
          <Button
            ref={remove}
            size="sm"
            disabledReason={blocked ?? (isOwner ? text("Name another owner first.") : undefined)}
            onClick={() => onTask({ kind: "remove", member }, remove.current)}
          >
            {text("Remove…")}
            <span className="sr-only"> {name}</span>
          </Button>
        </span>
      </CardCell>
    </tr>
  );
}
