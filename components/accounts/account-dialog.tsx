import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { Button } from "#components/ui/button.tsx";
import { ConsentCheckbox } from "#components/ui/form/consent-checkbox.tsx";
import { SelectField, TextField, verbatimInputProps } from "#components/ui/form/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Dialog, DialogClose } from "#components/ui/overlay/dialog.tsx";
import { useToast } from "#components/ui/overlay/toast.tsx";
import type { AccountChange, AccountChangeOf, OfferedQuotas } from "#lib/contract/project/accounts.ts";
import { isDns1123Subdomain } from "#lib/kube/names.ts";
import { text } from "#lib/language/text.ts";
import { accountFormOf, keysOfForm } from "#lib/policy/accounts/account-forms.ts";
import type { AccountKey, AccountPurpose, AccountWay } from "#lib/policy/accounts/account-key.ts";
import { findAccountErrors } from "#lib/policy/accounts/find-account-errors.ts";
import type { QuotaReference } from "#lib/policy/projects/quota-references.ts";
import { describeFieldError } from "#lib/words/field-error-descriptions.ts";
import { accountWayLabels } from "#lib/words/project/account-descriptions.ts";
import { dataOfForm, FreeKeyFields } from "./free-key-fields.tsx";
import { KeyField } from "./key-field.tsx";
import { QuotaChoices, quotaChoiceError, refusedQuotas } from "./quota-choices.tsx";
import { causesOf, failureTitleOf, useAccountChange } from "./use-account-change.ts";

export type AccountTask =
  | {
      readonly kind: "create";
      readonly purpose: AccountPurpose;
      readonly types: readonly string[];
      readonly taken: readonly string[];
      /** Quotas to choose from; undefined for DNS. */
      readonly quotas?: OfferedQuotas;
    }
  | {
      readonly kind: "update";
      readonly purpose: AccountPurpose;
      readonly type: string;
      readonly account: AccountChangeOf<"update">["account"];
    };

interface AccountDialogProps {
  readonly project: string;
  readonly namespace: string;
  readonly task: AccountTask;
  readonly opener: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** What a form shows of its values: which are filled, and what is wrong with them; never the values. */
interface FormFindings {
  readonly filled: readonly string[];
  readonly errors: Readonly<Record<string, string>>;
}

/** Dialog that creates an account, or replaces values of one. What a Secret has is never shown. */
export function AccountDialog({ project, namespace, task, opener, onClose }: AccountDialogProps) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const toast = useToast();
  const [name, setName] = useState(task.kind === "update" ? task.account.name : "");
  const [type, setType] = useState(task.kind === "update" ? task.type : (task.types[0] ?? ""));
  const accountForm = accountFormOf(task.purpose, type);
  const [way, setWay] = useState<AccountWay["id"]>();
  const chosen = accountForm?.ways.find(({ id }) => id === way) ?? accountForm?.ways[0];
  const [findings, setFindings] = useState<FormFindings>({ filled: [], errors: {} });
  const [acceptsOtherProject, setAcceptsOtherProject] = useState(false);
  const [quotas, setQuotas] = useState<readonly QuotaReference[]>([]);
  const offered = task.kind === "create" ? task.quotas : undefined;
  const changing = useAccountChange(project);
  const refused = causesOf(changing.error);
  useEffect(() => {
    // The browser's back/forward cache would keep the page including the values.
    const forget = () => form.current?.reset();
    window.addEventListener("pagehide", forget);
    return () => window.removeEventListener("pagehide", forget);
  }, []);

  const check = () => {
    changing.reset();
    setFindings(findingsOf(dataOfForm(form.current), task, { type, way: chosen?.id }));
  };
  const isLater = (key: AccountKey) => Number(key.isOptional === true);
  const keys =
    accountForm === undefined
      ? []
      : keysOfForm(accountForm, chosen).toSorted((one, other) => isLater(one) - isLater(other));
  const shown = task.kind === "update" ? keys.filter(({ isFixed }) => !isFixed) : keys;
  const reason = reasonOf(task, {
    name,
    findings,
    quotaError: offered && quotaChoiceError(quotas, offered),
    shown,
    isFree: accountForm === undefined,
    isPending: changing.isPending,
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (reason !== undefined) return;
    const given = { ...(chosen && { way: chosen.id }) };
    const bodyOf = (): AccountChange => {
      const data = dataOfForm(form.current);
      return task.kind === "create"
        ? {
            kind: "create",
            name,
            purpose: task.purpose,
            type,
            ...given,
            data,
            ...(quotas.length > 0 && { quotas: [...quotas] }),
          }
        : {
            kind: "update",
            account: task.account,
            ...given,
            data,
            ...(acceptsOtherProject && { acceptsOtherProject }),
          };
    };
    changing.mutate(bodyOf, {
      onSuccess: () => {
        form.current?.reset();
        toast({ kind: "success", id: "account", title: doneText(task.kind, name) });
        onClose();
      },
    });
  };
  return (
    <Dialog
      wide
      onClose={onClose}
      opener={opener}
      title={titleOf(task, name)}
      description={
        task.kind === "create"
          ? text("The values go into a Secret of the project. Nobody sees them here again.")
          : text(
              "What you leave empty stays as it is. Clusters use new values from their next reconciliation on: keep the old key valid until then.",
            )
      }
      footer={
        <>
          <DialogClose asChild>
            <Button>{text("Cancel")}</Button>
          </DialogClose>
          <Button type="submit" form={formId} variant="primary" disabledReason={reason}>
            {task.kind === "create" ? text("Create account") : text("Update account")}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={formId}
        onSubmit={send}
        onInput={check}
        autoComplete="off"
        className="flex flex-col gap-4 pt-1"
      >
        {task.kind === "create" && (
          <>
            <SelectField
              label={text("Provider")}
              value={type}
              options={task.types.map((each) => [each, each])}
              onText={(next) => {
                setType(next);
                setWay(undefined);
                setFindings({ filled: [], errors: {} });
              }}
            />
            <TextField
              {...verbatimInputProps}
              label={text("Name")}
              value={name}
              maxLength={253}
              error={nameError(task, name) ?? refused.name}
              hint={text("Clusters name the account by it. It can never change.")}
              onText={setName}
            />
          </>
        )}
        {accountForm !== undefined && accountForm.ways.length > 1 && chosen && (
          <SelectField
            label={text("Sign in by")}
            value={chosen.id}
            options={accountForm.ways.map(({ id }) => [id, text(accountWayLabels[id])])}
            onText={(next) => {
              setWay(accountForm.ways.find(({ id }) => id === next)?.id);
              setFindings({ filled: [], errors: {} });
            }}
          />
        )}
        {shown.map((key) => (
          <KeyField
            key={`${type} ${key.name}`}
            accountKey={task.kind === "update" ? { ...key, isOptional: true } : key}
            error={findings.errors[key.name] ?? refused[key.name]}
          />
        ))}
        {accountForm === undefined && <FreeKeyFields key={type} />}
        {accountForm !== undefined && shown.length === 0 && (
          <p className="text-base text-pretty text-secondary">{text("This provider needs no keys.")}</p>
        )}
        {task.kind === "update" && keys.length > shown.length && (
          <p className="text-sm text-pretty text-secondary">
            {text("Subscription and tenant stay: create another account for others.")}
          </p>
        )}
        {offered !== undefined && (
          <QuotaChoices
            offered={offered}
            namespace={namespace}
            chosen={quotas}
            refused={refusedQuotas(refused)}
            onChoose={setQuotas}
          />
        )}
        {refused.acceptsOtherProject !== undefined || acceptsOtherProject ? (
          <ConsentCheckbox ticked={acceptsOtherProject} onTick={setAcceptsOtherProject}>
            {text(
              "These credentials are for another project of Google. What clusters have created in the present one stays there, out of their reach.",
            )}
          </ConsentCheckbox>
        ) : null}
        {changing.isError && <Refusal kind={task.kind} error={changing.error} />}
      </form>
    </Dialog>
  );
}

function Refusal({ kind, error }: { readonly kind: AccountTask["kind"]; readonly error: unknown }) {
  const { detail, gardenMessage } = requestErrorOf(error);
  return (
    <Notice
      hue="negative"
      title={failureTitleOf(
        error,
        kind === "create" ? text("The account was not created") : text("The account was not changed"),
      )}
      live
    >
      {detail}
      {gardenMessage !== undefined && <span className="block wrap-anywhere">{gardenMessage}</span>}
    </Notice>
  );
}

/** Errors of filled keys. Missing ones are no errors while somebody still types; they hold the button back. */
function findingsOf(
  data: Readonly<Record<string, string>>,
  { purpose, kind }: AccountTask,
  { type, way }: { readonly type: string; readonly way: AccountWay["id"] | undefined },
): FormFindings {
  const form = accountFormOf(purpose, type);
  const known = form && keysOfForm(form).map(({ name }) => name);
  const own = Object.fromEntries(Object.entries(data).filter(([key]) => known === undefined || known.includes(key)));
  const filled = Object.keys(own).filter((key) => own[key] !== "");
  const given = Object.fromEntries(filled.map((key) => [key, own[key] ?? ""]));
  const errors = findAccountErrors({ purpose, type, data: given, way }).filter(
    ({ path, code }) => filled.includes(path) && !(kind === "update" && code === "ACCOUNT_KEY_FIXED"),
  );
  return { filled, errors: Object.fromEntries(errors.map((error) => [error.path, describeFieldError(error)])) };
}

function nameError(task: AccountTask, name: string): string | undefined {
  if (task.kind === "update" || name === "") return undefined;
  if (!isDns1123Subdomain(name)) return text("{value} is not a valid name here.", { value: name });
  return task.taken.includes(name) ? text("There is an account of this name already.") : undefined;
}

interface FormState {
  readonly name: string;
  readonly findings: FormFindings;
  readonly quotaError: string | undefined;
  readonly shown: readonly { readonly name: string; readonly isOptional?: true }[];
  readonly isFree: boolean;
  readonly isPending: boolean;
}

/** Why the form cannot be sent now. */
function reasonOf(
  task: AccountTask,
  { name, findings, quotaError, shown, isFree, isPending }: FormState,
): string | undefined {
  if (name === "") return text("Give the account a name.");
  if (nameError(task, name) !== undefined || Object.keys(findings.errors).length > 0 || quotaError !== undefined)
    return text("Correct the marked fields first.");
  const missing = shown.filter((key) => !key.isOptional && !findings.filled.includes(key.name));
  if (task.kind === "create" && missing.length > 0) {
    return text("Fill in {key} first.", { key: missing[0]?.name ?? "" });
  }
  if ((task.kind === "update" || isFree) && findings.filled.length === 0) return text("Fill in a key first.");
  return isPending ? text("The request is on its way.") : undefined;
}

function titleOf(task: AccountTask, name: string): string {
  if (task.kind === "update") return text("Update the account {name}", { name });
  return task.purpose === "dns" ? text("New DNS account") : text("New account");
}

function doneText(kind: AccountTask["kind"], name: string): string {
  return kind === "create"
    ? text("The account {name} was created", { name })
    : text("The account {name} was updated", { name });
}
