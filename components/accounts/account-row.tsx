// biome-ignore-all lint/a11y/noRedundantRoles: a browser drops the roles of a table that a phone lays out as cards.
import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { Link } from "#components/ui/address/link.tsx";
import { CardCell } from "#components/ui/card-cell.tsx";
import type { Accounts, ListedAccount } from "#lib/contract/project/accounts.ts";
import { clusterPath } from "#lib/fleet/cluster-path.ts";
import { text } from "#lib/language/text.ts";
import { accountFormOf, keysOfForm } from "#lib/policy/accounts/account-forms.ts";
import { planAccountDeletion } from "#lib/policy/accounts/plan-account-deletion.ts";
import { keyRotationPath } from "#lib/view/accounts/key-rotation.ts";
import { usesOfAccount } from "#lib/view/accounts/uses-of-account.ts";
import {
  credentialsAdoptionLabels,
  describeCredentialsAdoption,
  describeUnknownCredentialChange,
} from "#lib/view/credentials/cloud-credential-descriptions.ts";
import { formatList } from "#lib/words/format-list.ts";
import { describeAccountDeletion, newestKeyLabel } from "#lib/words/project/account-descriptions.ts";
import { AccountTaskButton } from "./account-task-button.tsx";
import type { OpenAccountTask } from "./open-account-task.ts";

interface AccountRowProps {
  readonly project: string;
  readonly account: ListedAccount;
  readonly list: Accounts;
  readonly readOnly: string | undefined;
  readonly onTask: OpenAccountTask;
}

export function AccountRow({ project, account, list, readOnly, onTask }: AccountRowProps) {
  const { name, binding, type, credentials, sharedFrom, quotas, createdAt, deletionRequestedAt } = account;
  const uses = usesOfAccount(list, account);
  const newestKey = newestKeyLabel(account, uses);
  return (
    <tr role="row" className="align-baseline max-sm:block max-sm:px-4 max-sm:py-3">
      <th
        role="rowheader"
        scope="row"
        className="text-left font-medium wrap-anywhere max-sm:block max-sm:pb-1 sm:px-3 sm:py-2 sm:pl-4"
      >
        {name}
        {binding === "SecretBinding" && <span className="block text-sm font-normal text-tertiary">{binding}</span>}
        {deletionRequestedAt !== undefined && (
          <span className="block text-sm font-normal text-caution-text">{text("being deleted")}</span>
        )}
      </th>
      <CardCell title={text("Provider")}>{type}</CardCell>
      <CardCell title={text("Credentials")} quiet empty={credentials === undefined}>
        {credentials?.kind}
        {credentials !== undefined && credentials.name !== name && (
          <span className="block text-sm text-tertiary">{credentials.name}</span>
        )}
        {sharedFrom !== undefined && (
          <span className="block text-sm text-tertiary">{text("shared from {project}", { project: sharedFrom })}</span>
        )}
      </CardCell>
      <CardCell title={text("Quotas")} quiet empty={quotas.length === 0}>
        {formatList(
          quotas.map(({ name: quota, lifetimeDays }) =>
            lifetimeDays === undefined
              ? quota
              : text("{quota} (clusters live {days, plural, one {# day} other {# days}})", {
                  quota,
                  days: lifetimeDays,
                }),
          ),
        )}
      </CardCell>
      <CardCell title={text("Used by")} empty={uses.clusterCount === 0}>
        <AccountUsers account={account} project={project} list={list} />
      </CardCell>
      <CardCell title={text("Newest key")} quiet empty={newestKey === undefined}>
        {newestKey}
      </CardCell>
      <CardCell title={text("Created")} quiet empty={createdAt === undefined}>
        <TimestampText at={createdAt} form="age" />
      </CardCell>
      <CardCell numeric>
        <AccountActions project={project} account={account} list={list} readOnly={readOnly} onTask={onTask} />
      </CardCell>
    </tr>
  );
}

/** The number of clusters that use an account; opened, which they are and whether each has taken the newest key. */
function AccountUsers({ account, project, list }: Pick<AccountRowProps, "account" | "project" | "list">) {
  const { name } = account;
  const uses = usesOfAccount(list, account);
  const { clusters, clusterCount, changedAt, changeUnknown } = uses;
  const unlisted = clusterCount - clusters.length;
  return (
    <details className="text-base">
      <summary className="w-fit cursor-pointer rounded-tag text-link hover:underline">
        {text("{count, plural, one {# cluster} other {# clusters}}", { count: clusterCount })}
        <span className="sr-only"> {name}</span>
      </summary>
      <ul className="scrollbar-thin relative max-h-56 overflow-y-auto py-1 text-sm">
        {clusters.map((cluster) => (
          <li key={cluster.uid} className="py-0.5">
            <Link href={clusterPath(cluster)} className="break-words text-link hover:underline">
              {cluster.project}/{cluster.name}
            </Link>{" "}
            <span className="text-tertiary">
              {formatList([
                ...(cluster.withoutBinding ? [text("without a binding")] : []),
                ...(changedAt !== undefined ? [text(credentialsAdoptionLabels[cluster.uptake])] : []),
              ])}
            </span>
          </li>
        ))}
      </ul>
      {unlisted > 0 && (
        <Link href={pathOfAllUsers(account, project)} prefetch={false} className="text-sm text-link hover:underline">
          {text("and {count, number} more", { count: unlisted })}
        </Link>
      )}
      <p className="max-w-80 text-sm text-pretty text-secondary">
        {changedAt === undefined
          ? describeUnknownCredentialChange(changeUnknown)
          : describeCredentialsAdoption({ ...uses, total: clusterCount, mayBeMore: list.mayBeMore })}
      </p>
    </details>
  );
}

/** The page that lists every cluster with the same key; for credentials without a key, the clusters of the project. */
function pathOfAllUsers({ credentials }: ListedAccount, project: string): string {
  if (credentials?.kind !== "Secret") return `/clusters?project=${encodeURIComponent(project)}`;
  return keyRotationPath({ project, namespace: credentials.namespace, secret: credentials.name });
}

function hasNoKeys(type: string): boolean {
  const form = accountFormOf("infrastructure", type);
  return form !== undefined && keysOfForm(form).length === 0;
}

function AccountActions({ account, list, readOnly, onTask }: AccountRowProps) {
  const { rights, mayBeMore } = list;
  const uses = usesOfAccount(list, account);
  const { name, binding, uid, type, credentials, sharedFrom } = account;
  const plan = planAccountDeletion({
    credentialsKind: credentials?.kind,
    isShared: sharedFrom !== undefined,
    otherBindings: account.otherBindings,
    ownClusters: account.ownClusters,
    allClusters: uses.clusterCount,
  });
  const effect = describeAccountDeletion(plan, credentials?.kind ?? "");
  const target = { kind: binding, name } as const;
  const noUpdate =
    credentials?.kind !== "Secret"
      ? text("This account has no Secret with values to change.")
      : sharedFrom !== undefined
        ? text("The Secret belongs to another project: it is changed there.")
        : hasNoKeys(type)
          ? text("This provider needs no keys.")
          : rights.update === false
            ? text("You are not allowed to change the Secrets of this project.")
            : undefined;
  const noDeletion =
    plan.kind === "in-use"
      ? effect
      : rights.delete === false
        ? text("You are not allowed to delete accounts here.")
        : undefined;
  return (
    <span className="inline-flex flex-wrap gap-2">
      <AccountTaskButton
        label={text("Update…")}
        name={name}
        disabledReason={readOnly ?? noUpdate}
        task={{ kind: "update", purpose: "infrastructure", type, account: target }}
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
          effect,
          ...(mayBeMore && {
            note: text("Projects that you do not see can use it, too. Gardener then keeps it until they do not."),
          }),
        }}
        onTask={onTask}
      />
    </span>
  );
}
