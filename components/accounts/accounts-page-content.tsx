"use client";

import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ReadFailureNotice } from "#components/data/fleet-parts/read-failure-notice.tsx";
import { accountsQuery } from "#components/data/queries/account-queries.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { Accounts } from "#lib/contract/project/accounts.ts";
import { text } from "#lib/language/text.ts";
import { AccountDialog } from "./account-dialog.tsx";
import { AccountsCard } from "./accounts-card.tsx";
import { DeleteAccountDialog } from "./delete-account-dialog.tsx";
import { DnsAccountsCard } from "./dns-accounts-card.tsx";
import { IdentitiesCard } from "./identities-card.tsx";
import { IdentityDialog } from "./identity-dialog.tsx";
import type { AccountPageTask, OpenAccountTask } from "./open-account-task.ts";

/** Page of a project's accounts: for infrastructure, for DNS, and workload identities. */
export function AccountsPageContent({ project }: { readonly project: string }) {
  const accounts = useQuery(accountsQuery(project));
  if (accounts.data !== undefined) return <AccountCards project={project} list={accounts.data} />;
  if (accounts.isError) return <ReadFailureNotice title={text("The accounts could not be read")} of={accounts} />;
  return <Skeleton className="h-64 w-full" />;
}

function AccountCards({ project, list }: { readonly project: string; readonly list: Accounts }) {
  const opener = useRef<HTMLElement | null>(null);
  const [task, setTask] = useState<AccountPageTask>();
  const readOnly = useReadOnlyReason();
  const open: OpenAccountTask = (next, from) => {
    opener.current = from;
    setTask(next);
  };
  const dialog = { project, opener, onClose: () => setTask(undefined) };
  const cards = { list, readOnly, onTask: open };
  return (
    <>
      <AccountsCard {...cards} project={project} />
      <DnsAccountsCard {...cards} />
      <IdentitiesCard {...cards} />
      {task?.kind === "delete" && <DeleteAccountDialog {...dialog} task={task} />}
      {task?.kind === "create-identity" && (
        <IdentityDialog
          {...dialog}
          namespace={list.namespace}
          types={task.types}
          taken={task.taken}
          offeredQuotas={list.offeredQuotas}
        />
      )}
      {(task?.kind === "create" || task?.kind === "update") && (
        <AccountDialog {...dialog} namespace={list.namespace} task={task} />
      )}
    </>
  );
}
