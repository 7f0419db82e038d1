// biome-ignore-all lint/a11y/noRedundantRoles: a browser drops the roles of a table that a phone lays out as cards.
import { Globe } from "lucide-react";
import { useRef } from "react";
import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { CardCell } from "#components/ui/card-cell.tsx";
import { CardTable } from "#components/ui/card-table.tsx";
import { CutListNote } from "#components/ui/cut-list/cut-list-note.tsx";
import type { Accounts, ListedDnsAccount } from "#lib/contract/project/accounts.ts";
import { text } from "#lib/language/text.ts";
import { dnsProviderTypes } from "#lib/policy/accounts/account-forms.ts";
import { formatList } from "#lib/words/format-list.ts";
import { AccountTaskButton } from "./account-task-button.tsx";
import type { OpenAccountTask } from "./open-account-task.ts";

interface DnsAccountsCardProps {
  readonly list: Accounts;
  readonly readOnly: string | undefined;
  readonly onTask: OpenAccountTask;
}

const columns = () => [
  { title: text("Account") },
  { title: text("Provider") },
  { title: text("Used by") },
  { title: text("Changed") },
  { title: text("Created") },
  { title: text("Actions"), hidden: true },
];

/** Card of the accounts with which clusters keep DNS records. */
export function DnsAccountsCard({ list, readOnly, onTask }: DnsAccountsCardProps) {
  const newButton = useRef<HTMLButtonElement>(null);
  const { dns, rights } = list;
  const taken = dns?.map(({ name }) => name) ?? [];
  return (
    <Card
      id="dns-accounts"
      title={text("DNS accounts")}
      flush
      aside={
        <Button
          ref={newButton}
          size="sm"
          disabledReason={
            readOnly ?? (rights.create === false ? text("You are not allowed to create accounts here.") : undefined)
          }
          onClick={() => onTask({ kind: "create", purpose: "dns", types: dnsProviderTypes, taken }, newButton.current)}
        >
          <Globe aria-hidden />
          {text("New DNS account")}
        </Button>
      }
    >
      {dns === undefined ? (
        <p className="px-4 py-3.5 text-base text-pretty text-secondary">
          {text("You are not allowed to list Secrets here, so DNS accounts and details of the others are not shown.")}
        </p>
      ) : dns.length === 0 ? (
        <p className="px-4 py-3.5 text-base text-pretty text-secondary">
          {text("No DNS account yet. A cluster with a domain of yours needs one: Gardener keeps its records there.")}
        </p>
      ) : (
        <CardTable aria-label={text("DNS accounts")} columns={columns()}>
          {dns.map((account) => (
            <DnsAccountRow key={account.uid} account={account} list={list} readOnly={readOnly} onTask={onTask} />
          ))}
        </CardTable>
      )}
      {dns !== undefined && <CutListNote listed={dns.length} {...list.totals.dns} />}
    </Card>
  );
}

interface DnsAccountRowProps extends DnsAccountsCardProps {
  readonly account: ListedDnsAccount;
}

function DnsAccountRow({ account, list: { rights }, readOnly, onTask }: DnsAccountRowProps) {
  const { name, uid, type, clusters, clusterCount, binding, changedAt, createdAt, deletionRequestedAt } = account;
  const target = { kind: "Secret", name } as const;
  const noDeletion =
    clusterCount > 0
      ? text("{count, plural, one {# cluster still uses} other {# clusters still use}} it.", { count: clusterCount })
      : binding !== undefined
        ? text("The binding {name} leads to the same Secret: delete that account.", { name: binding })
        : rights.delete === false
          ? text("You are not allowed to delete accounts here.")
          : undefined;
  const noUpdate =
    rights.update === false ? text("You are not allowed to change the Secrets of this project.") : undefined;
  return (
    <tr role="row" className="align-baseline max-sm:block max-sm:px-4 max-sm:py-3">
      <th
        role="rowheader"
        scope="row"
        className="text-left font-medium wrap-anywhere max-sm:block max-sm:pb-1 sm:px-3 sm:py-2 sm:pl-4"
      >
        {name}
        {deletionRequestedAt !== undefined && (
          <span className="block text-sm font-normal text-caution-text">{text("being deleted")}</span>
        )}
      </th>
      <CardCell title={text("Provider")}>{type}</CardCell>
      <CardCell title={text("Used by")} empty={clusterCount === 0}>
        {formatList([
          ...clusters.map((cluster) => cluster.name),
          ...(clusterCount > clusters.length
            ? [text("{count, number} more", { count: clusterCount - clusters.length })]
            : []),
        ])}
      </CardCell>
      <CardCell title={text("Changed")} quiet empty={changedAt === undefined}>
        <TimestampText at={changedAt} form="relative" />
      </CardCell>
      <CardCell title={text("Created")} quiet empty={createdAt === undefined}>
        <TimestampText at={createdAt} form="age" />
      </CardCell>
      <CardCell numeric>
        <span className="inline-flex flex-wrap gap-2">
          <AccountTaskButton
            label={text("Update…")}
            name={name}
            disabledReason={readOnly ?? noUpdate}
            task={{ kind: "update", purpose: "dns", type, account: target }}
            onTask={onTask}
          />
          <AccountTaskButton
            label={text("Delete…")}
            name={name}
            disabledReason={readOnly ?? noDeletion}
            task={{
              kind: "delete",
              name,
              change: { kind: "delete", account: target, uid },
              effect: text("Its Secret goes. At the provider the key stays valid until you revoke it."),
            }}
            onTask={onTask}
          />
        </span>
      </CardCell>
    </tr>
  );
}
