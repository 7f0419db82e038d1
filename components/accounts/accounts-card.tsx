import { KeyRound } from "lucide-react";
import { useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { CardTable } from "#components/ui/card-table.tsx";
import { CutListNote } from "#components/ui/cut-list/cut-list-note.tsx";
import type { Accounts } from "#lib/contract/project/accounts.ts";
import { text } from "#lib/language/text.ts";
import { describeUncountedClusters } from "#lib/view/credentials/cloud-credential-descriptions.ts";
import { AccountRow } from "./account-row.tsx";
import type { OpenAccountTask } from "./open-account-task.ts";

interface AccountsCardProps {
  readonly project: string;
  readonly list: Accounts;
  readonly readOnly: string | undefined;
  readonly onTask: OpenAccountTask;
}

const columns = () => [
  { title: text("Account") },
  { title: text("Provider") },
  { title: text("Credentials") },
  { title: text("Quotas") },
  { title: text("Used by") },
  { title: text("Newest key") },
  { title: text("Created") },
  { title: text("Actions"), hidden: true },
];

/** Card of the accounts in which clusters are created: the bindings of the project. */
export function AccountsCard({ project, list, readOnly, onTask }: AccountsCardProps) {
  const newButton = useRef<HTMLButtonElement>(null);
  const { accounts, providers, rights } = list;
  const uncounted = describeUncountedClusters(list);
  const taken = accounts.map(({ name }) => name);
  return (
    <Card
      id="accounts"
      title={text("Accounts")}
      flush
      aside={
        <Button
          ref={newButton}
          size="sm"
          variant="primary"
          disabledReason={
            readOnly ?? (rights.create === false ? text("You are not allowed to create accounts here.") : undefined)
          }
          onClick={() =>
            onTask(
              { kind: "create", purpose: "infrastructure", types: providers, taken, quotas: list.offeredQuotas },
              newButton.current,
            )
          }
        >
          <KeyRound aria-hidden />
          {text("New account")}
        </Button>
      }
    >
      {accounts.length === 0 ? (
        <p className="px-4 py-3.5 text-base text-secondary">
          {text("No account yet. A cluster with workers needs one: Gardener creates its machines there.")}
        </p>
      ) : (
        <CardTable aria-label={text("Accounts")} columns={columns()}>
          {accounts.map((account) => (
            <AccountRow
              key={account.uid}
              project={project}
              account={account}
              list={list}
              readOnly={readOnly}
              onTask={onTask}
            />
          ))}
        </CardTable>
      )}
      <CutListNote listed={accounts.length} {...list.totals.accounts} />
      {accounts.length > 0 && uncounted !== undefined && (
        <p className="border-t border-hairline px-4 py-2.5 text-sm text-pretty text-secondary">{uncounted}</p>
      )}
    </Card>
  );
}
