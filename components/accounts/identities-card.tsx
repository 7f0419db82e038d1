import { Fingerprint } from "lucide-react";
import { useRef } from "react";
import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { CutListNote } from "#components/ui/cut-list/cut-list-note.tsx";
import { richText } from "#components/ui/rich-text.ts";
import type { Accounts, ListedIdentity } from "#lib/contract/project/accounts.ts";
import { text } from "#lib/language/text.ts";
import { identityProviders } from "#lib/policy/accounts/workload-identity.ts";
import { formatList } from "#lib/words/format-list.ts";
import { describeTrustText } from "#lib/words/project/account-descriptions.ts";
import { AccountTaskButton } from "./account-task-button.tsx";
import type { OpenAccountTask } from "./open-account-task.ts";

interface IdentitiesCardProps {
  readonly list: Accounts;
  readonly readOnly: string | undefined;
  readonly onTask: OpenAccountTask;
}

/** Card of the WorkloadIdentities: accounts without a key, and what a cloud has to trust. */
export function IdentitiesCard({ list, readOnly, onTask }: IdentitiesCardProps) {
  const newButton = useRef<HTMLButtonElement>(null);
  const { identities, issuer, rights, accounts, providers } = list;
  const types = identityProviders.filter((type) => providers.includes(type));
  const taken = [...accounts, ...(identities ?? [])].map(({ name }) => name);
  const noCreation =
    rights.createIdentity === false
      ? text("You are not allowed to create WorkloadIdentities here.")
      : types.length === 0
        ? text("Only AWS, Azure and GCP accept a WorkloadIdentity, and this garden offers none of them.")
        : undefined;
  return (
    <Card
      id="identities"
      title={text("Workload identities")}
      flush
      aside={
        <Button
          ref={newButton}
          size="sm"
          disabledReason={readOnly ?? noCreation}
          onClick={() => onTask({ kind: "create-identity", types, taken }, newButton.current)}
        >
          <Fingerprint aria-hidden />
          {text("New workload identity")}
        </Button>
      }
    >
      <p className="px-4 py-3.5 text-base text-pretty text-secondary">
        {identities === undefined
          ? text("You are not allowed to list WorkloadIdentities here.")
          : identities.length === 0
            ? text(
                "None yet. With a workload identity the cloud trusts tokens of the garden, and there is no key to keep or to exchange.",
              )
            : text("The cloud trusts tokens of the garden for these: there is no key to keep or to exchange.")}
      </p>
      {identities !== undefined && identities.length > 0 && (
        <ul className="divide-y divide-hairline border-t border-hairline">
          {identities.map((identity) => (
            <Identity
              key={identity.uid}
              identity={identity}
              issuer={issuer}
              rights={rights}
              readOnly={readOnly}
              onTask={onTask}
            />
          ))}
        </ul>
      )}
      {identities !== undefined && <CutListNote listed={identities.length} {...list.totals.identities} />}
    </Card>
  );
}

interface IdentityProps {
  readonly identity: ListedIdentity;
  readonly issuer: string | undefined;
  readonly rights: Accounts["rights"];
  readonly readOnly: string | undefined;
  readonly onTask: OpenAccountTask;
}

function Identity({ identity, issuer, rights, readOnly, onTask }: IdentityProps) {
  const { name, uid, type, sub, audiences, bindings, bindingCount, trust, createdAt, deletionRequestedAt } = identity;
  const noDeletion =
    bindingCount > 0
      ? text("The account {name} needs it: delete that account.", {
          name: formatList([
            ...bindings,
            ...(bindingCount > bindings.length
              ? [text("{count, number} more", { count: bindingCount - bindings.length })]
              : []),
          ]),
        })
      : rights.deleteIdentity === false
        ? text("You are not allowed to delete WorkloadIdentities here.")
        : undefined;
  return (
    <li className="flex flex-col gap-3 px-4 py-3.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="text-base font-medium wrap-anywhere">
          {name} <span className="font-normal text-tertiary">{type}</span>
          {deletionRequestedAt !== undefined && (
            <span className="font-normal text-caution-text"> {text("being deleted")}</span>
          )}
        </h3>
        <span className="flex flex-wrap items-baseline gap-3 text-sm text-secondary">
          {createdAt !== undefined && (
            <span>
              {richText("created <instant></instant>", {
                instant: () => <TimestampText at={createdAt} form="relative" />,
              })}
            </span>
          )}
          <AccountTaskButton
            label={text("Delete…")}
            name={name}
            disabledReason={readOnly ?? noDeletion}
            task={{
              kind: "delete",
              name,
              change: { kind: "delete-identity", name, uid },
              effect: text("No account needs it. Remove the trust at the provider, too."),
            }}
            onTask={onTask}
          />
        </span>
      </div>
      <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
        <IdentityFact label={text("Issuer")} value={issuer} />
        <IdentityFact label={text("Audience")} value={audiences.join(", ")} />
        <IdentityFact label={text("Subject")} value={sub} />
      </dl>
      {trust.length === 0 ? (
        <p className="text-sm text-pretty text-secondary">
          {issuer === undefined
            ? text("This garden publishes no issuer, so no cloud can trust it.")
            : text("What the provider has to be given is not known here.")}
        </p>
      ) : (
        <details className="text-sm">
          <summary className="w-fit cursor-pointer rounded-tag py-1 text-link hover:underline">
            {text("How the cloud trusts it")}
            <span className="sr-only"> {name}</span>
          </summary>
          <ol className="mt-1 flex flex-col gap-3">
            {trust.map(({ id, text: content }) => (
              <li key={id} className="flex flex-col gap-1.5">
                <div className="flex flex-wrap items-center justify-between gap-2">
                  <p className="text-pretty text-secondary">{describeTrustText(id)}</p>
                  <CopyButton variant="ghost" size="xs" text={content} label={text("Copy")} />
                </div>
                <pre
                  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
                  tabIndex={0}
                  translate="no"
                  className="scrollbar-thin max-h-72 overflow-auto rounded-control bg-surface px-3 py-2 font-mono text-xs"
                >
                  {content}
                </pre>
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  );
}

function IdentityFact({ label, value }: { readonly label: string; readonly value: string | undefined }) {
  return (
    <>
      <dt className="text-tertiary">{label}</dt>
      <dd className="flex items-start gap-2">
        <span translate="no" className="min-w-0 font-mono text-xs leading-5 wrap-anywhere">
          {value ?? text("(none)")}
        </span>
        {value !== undefined && (
          <CopyButton variant="ghost" size="xs" iconOnly text={value} label={text("Copy {label}", { label })} />
        )}
      </dd>
    </>
  );
}
