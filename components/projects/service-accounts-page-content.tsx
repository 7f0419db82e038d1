// biome-ignore-all lint/a11y/noRedundantRoles: a browser drops the roles of a table that a phone lays out as cards.
"use client";

import { useQuery } from "@tanstack/react-query";
import { Bot } from "lucide-react";
import { useRef, useState } from "react";
import { ReadFailureNotice } from "#components/data/fleet-parts/read-failure-notice.tsx";
import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { serviceAccountsQuery } from "#components/data/queries/project-queries.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { CardCell } from "#components/ui/card-cell.tsx";
import { CardTable } from "#components/ui/card-table.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { ShownProject } from "#lib/contract/project/projects.ts";
import type { ListedServiceAccount, ServiceAccounts } from "#lib/contract/project/service-accounts.ts";
import { text } from "#lib/language/text.ts";
import { formatList } from "#lib/words/format-list.ts";
import { projectRoleLabel } from "#lib/words/project-role-descriptions.ts";
import { ProjectData } from "./project-data.tsx";
import { ServiceAccountDialog, type ServiceAccountTask } from "./service-account-dialog.tsx";
import { ServiceAccountKubeconfigDialog } from "./service-account-kubeconfig-dialog.tsx";

/** Page of a project's service accounts: robots with their roles, and kubeconfigs for them. */
export function ServiceAccountsPageContent({ project }: { readonly project: string }) {
  const accounts = useQuery(serviceAccountsQuery(project));
  return (
    <ProjectData name={project}>
      {(read) =>
        accounts.data !== undefined ? (
          <AccountsCard project={read} list={accounts.data} />
        ) : accounts.isError ? (
          <ReadFailureNotice title={text("The service accounts could not be read")} of={accounts} />
        ) : (
          <Skeleton className="h-40 w-full" />
        )
      }
    </ProjectData>
  );
}

type Task = ServiceAccountTask | { readonly kind: "kubeconfig"; readonly account: ListedServiceAccount };

interface AccountsCardProps {
  readonly project: ShownProject;
  readonly list: ServiceAccounts;
}

const columns = () => [
  { title: text("Service account") },
  { title: text("Roles") },
  { title: text("Created") },
  { title: text("Actions"), hidden: true },
];

function AccountsCard({ project, list: { accounts, rights } }: AccountsCardProps) {
  const newButton = useRef<HTMLButtonElement>(null);
  const opener = useRef<HTMLElement | null>(null);
  const [task, setTask] = useState<Task>();
  const readOnly = useReadOnlyReason();
  const open = (next: Task, from: HTMLElement | null) => {
    opener.current = from;
    setTask(next);
  };
  const close = () => setTask(undefined);
  return (
    <Card
      id="service-accounts"
      title={text("Service accounts")}
      flush
      aside={
        <Button
          ref={newButton}
          size="sm"
          variant="primary"
          disabledReason={
            readOnly ??
            (rights.create === false ? text("You are not allowed to create service accounts here.") : undefined)
          }
          onClick={() => open({ kind: "create" }, newButton.current)}
        >
          <Bot aria-hidden />
          {text("New service account")}
        </Button>
      }
    >
      {accounts.length === 0 ? (
        <p className="px-4 py-3.5 text-base text-secondary">
          {text("No service account yet. Pipelines and other robots use one to act in the garden.")}
        </p>
      ) : (
        <CardTable aria-label={text("Service accounts")} columns={columns()}>
          {accounts.map((account) => (
            <AccountRow key={account.name} account={account} rights={rights} readOnly={readOnly} onTask={open} />
          ))}
        </CardTable>
      )}
      {task?.kind === "kubeconfig" ? (
        <ServiceAccountKubeconfigDialog
          project={project.name}
          account={task.account.name}
          opener={opener}
          onClose={close}
        />
      ) : (
        task && <ServiceAccountDialog project={project} task={task} opener={opener} onClose={close} />
      )}
    </Card>
  );
}

interface AccountRowProps {
  readonly account: ListedServiceAccount;
  readonly rights: ServiceAccounts["rights"];
  readonly readOnly: string | undefined;
  readonly onTask: (task: Task, from: HTMLElement | null) => void;
}

function AccountRow({ account, rights, readOnly, onTask }: AccountRowProps) {
  const { name, uid, description, createdBy, createdAt, roles } = account;
  const forbidden = (isAllowed: boolean | undefined) =>
    isAllowed === false ? text("You are not allowed to do this with service accounts here.") : undefined;
  const act = (label: string, task: Task, isAllowed: boolean | undefined) => (
    <Button
      size="sm"
      disabledReason={readOnly ?? forbidden(isAllowed)}
      onClick={({ currentTarget }) => onTask(task, currentTarget)}
    >
      {label}
      <span className="sr-only"> {name}</span>
    </Button>
  );
  return (
    <tr role="row" className="align-baseline max-sm:block max-sm:px-4 max-sm:py-3">
      <th
        role="rowheader"
        scope="row"
        className="text-left font-medium wrap-anywhere max-sm:block max-sm:pb-1 sm:px-3 sm:py-2 sm:pl-4"
      >
        {name}
        {description !== undefined && (
          <span className="block text-sm font-normal text-pretty text-secondary">{description}</span>
        )}
        {uid === undefined && (
          <span className="block text-sm font-normal text-pretty text-caution-text">
            {text("A member, but the account does not exist.")}
          </span>
        )}
      </th>
      <CardCell title={text("Roles")} empty={roles.length === 0}>
        {formatList(roles.map(projectRoleLabel))}
      </CardCell>
      <CardCell title={text("Created")} quiet empty={createdAt === undefined}>
        <TimestampText at={createdAt} form="relative" />
        {createdBy !== undefined && <span className="block text-sm text-tertiary">{createdBy}</span>}
      </CardCell>
      <CardCell numeric>
        <span className="inline-flex flex-wrap gap-2">
          {uid === undefined ? (
            act(text("Create"), { kind: "create", name }, rights.create)
          ) : (
            <>
              {act(text("Kubeconfig…"), { kind: "kubeconfig", account }, rights.requestToken)}
              {act(text("Describe…"), { kind: "describe", account }, rights.change)}
              {act(text("Reset…"), { kind: "reset", name, uid }, rights.delete)}
              {act(text("Delete…"), { kind: "delete", name, uid }, rights.delete)}
            </>
          )}
        </span>
      </CardCell>
    </tr>
  );
}
