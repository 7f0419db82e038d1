import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Check, Minus } from "lucide-react";
import { useState } from "react";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { explainedPermissionsQuery } from "#components/data/queries/explained-permissions-query.ts";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { Card } from "#components/ui/card.tsx";
import { Field, formLabelClass } from "#components/ui/form/field.tsx";
import { Select } from "#components/ui/form/select.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Table } from "#components/ui/table.tsx";
import { Tag } from "#components/ui/tag.tsx";
import type { PermissionReason, UserMemberships } from "#lib/contract/explained-permissions.ts";
import type { UserPermissionName } from "#lib/contract/session.ts";
import { message, text } from "#lib/language/text.ts";
import { permissionDescriptions } from "#lib/words/permission-descriptions.ts";
import { describePermissionReason, subjectLabel } from "#lib/words/permission-reasons.ts";
import { projectRoleLabel } from "#lib/words/project-role-descriptions.ts";

/** Card of the user's permissions, and why the user has them, as reported by the garden's API server. */
export function PermissionsCard() {
  const { data: projects = [] } = useQuery({ ...fleetQuery, select: ({ scope }) => scope.projects });
  const [chosen, setChosen] = useState<string>();
  const project = chosen ?? projects[0]?.name;
  const { data, error } = useQuery(explainedPermissionsQuery(project));
  return (
    <Card id="permissions" title={text("Permissions")}>
      {data !== undefined && (
        <p className="mb-3 text-sm text-secondary">
          {text("Checked with the garden just now. It checks every action again when you send it.")}
        </p>
      )}
      {data === undefined && error !== null && (
        <Notice hue="negative" title={text("Your rights could not be read")}>
          {requestErrorOf(error).detail}
        </Notice>
      )}
      {data === undefined && error === null && <Skeleton className="h-48 rounded-card" />}
      {data !== undefined && (
        <div className="flex flex-col gap-4">
          <Rights caption={text("In the garden")} rights={data.garden} />
          {projects.length > 0 && (
            <div className="flex flex-col gap-2">
              <Field label={text("In the project")} labelClass={formLabelClass} className="flex flex-col gap-2">
                {(control) => (
                  <Select
                    {...control}
                    value={project ?? ""}
                    options={projects.map(({ name }) => ({ value: name, label: name }))}
                    onChange={setChosen}
                  />
                )}
              </Field>
              {data.memberships !== undefined && <Memberships memberships={data.memberships} />}
              {data.project !== undefined && project !== undefined && (
                <Rights caption={text("In {project}", { project })} rights={data.project} />
              )}
            </div>
          )}
        </div>
      )}
    </Card>
  );
}

const columns = [message("Action"), message("Right in the garden"), message("Allowed")];

/** The members of the project that stand for the user, with their roles. */
function Memberships({ memberships: { entries, more } }: { readonly memberships: UserMemberships }) {
  if (entries.length === 0) {
    return <p className="text-sm text-secondary">{text("You are no member of this project.")}</p>;
  }
  return (
    <div className="text-sm">
      <p className="text-secondary">{text("You are a member as")}</p>
      <ul className="mt-1 flex flex-col gap-1">
        {entries.map((entry) => (
          <li key={subjectLabel(entry)} className="flex flex-wrap items-center gap-1.5">
            <span className="break-all">{subjectLabel(entry)}</span>
            {entry.roles.map((role) => (
              <Tag key={role} hue="neutral">
                {projectRoleLabel(role)}
              </Tag>
            ))}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="mt-1 text-tertiary">
          {text("{more, plural, one {and # more member} other {and # more members}}", { more })}
        </p>
      )}
    </div>
  );
}

interface RightsProps {
  readonly caption: string;
  readonly rights: readonly {
    readonly act: UserPermissionName;
    readonly allowed: boolean;
    readonly why?: PermissionReason;
  }[];
}

function Rights({ caption, rights }: RightsProps) {
  return (
    <Table
      caption={caption}
      captionClass="pb-1 text-left text-sm text-tertiary"
      columns={columns.map((title) => ({ title: text(title) }))}
      className="w-full text-left text-base"
      headClass="sr-only"
      bodyClass="divide-y divide-hairline"
    >
      {rights.map(({ act, allowed, why }) => (
        <tr key={act} className="align-top">
          <th scope="row" className="py-1.5 pr-3 font-normal sm:w-3/5">
            {text(permissionDescriptions[act].what)}
            {allowed && (
              <span className="block text-xs break-words text-tertiary">{describePermissionReason(why)}</span>
            )}
          </th>
          <td className="py-2 pr-3 font-mono text-xs text-tertiary max-sm:hidden" translate="no">
            {text(permissionDescriptions[act].right)}
          </td>
          <td className="w-20 py-1.5 text-right whitespace-nowrap">
            <span className={clsx("inline-flex items-center gap-1", allowed ? "text-positive-text" : "text-tertiary")}>
              {allowed ? <Check aria-hidden className="size-4" /> : <Minus aria-hidden className="size-4" />}
              {allowed ? text("yes") : text("no")}
            </span>
          </td>
        </tr>
      ))}
    </Table>
  );
}
