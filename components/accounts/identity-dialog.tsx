import { type FormEvent, type RefObject, useId, useState } from "react";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { Button } from "#components/ui/button.tsx";
import { SelectField, TextField, verbatimInputProps } from "#components/ui/form/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Dialog, DialogClose } from "#components/ui/overlay/dialog.tsx";
import { useToast } from "#components/ui/overlay/toast.tsx";
import { accountLimits, type OfferedQuotas } from "#lib/contract/project/accounts.ts";
import { text } from "#lib/language/text.ts";
import {
  findIdentityErrors,
  identityFields,
  isIdentityProvider,
  usualAudience,
} from "#lib/policy/accounts/workload-identity.ts";
import type { QuotaReference } from "#lib/policy/projects/quota-references.ts";
import type { FieldErrors } from "#lib/policy/spec-validation/field-error.ts";
import { describeFieldError } from "#lib/words/field-error-descriptions.ts";
import { identityFieldDescriptions } from "#lib/words/project/account-descriptions.ts";
import { QuotaChoices, quotaChoiceError, refusedQuotas } from "./quota-choices.tsx";
import { causesOf, failureTitleOf, useAccountChange } from "./use-account-change.ts";

interface IdentityDialogProps {
  readonly project: string;
  readonly namespace: string;
  /** Providers to choose from; at least one. */
  readonly types: readonly string[];
  readonly taken: readonly string[];
  /** Quotas to choose from. */
  readonly offeredQuotas: OfferedQuotas;
  readonly opener: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** Dialog that creates a WorkloadIdentity with its binding. The page then says what the cloud has to trust. */
export function IdentityDialog({
  project,
  namespace,
  types,
  taken,
  offeredQuotas,
  opener,
  onClose,
}: IdentityDialogProps) {
  const form = useId();
  const toast = useToast();
  const [type, setType] = useState(types[0] ?? "");
  const [name, setName] = useState("");
  const [audience, setAudience] = useState<string>();
  const [config, setConfig] = useState<Readonly<Record<string, string>>>({});
  const [quotas, setQuotas] = useState<readonly QuotaReference[]>([]);
  const changing = useAccountChange(project);
  const fields = isIdentityProvider(type) ? identityFields[type] : [];
  const own = Object.fromEntries(fields.flatMap((field) => (config[field] ? [[field, config[field]]] : [])));
  const audiences = [audience ?? usualAudience(type, own)].filter((each) => each !== "");
  const errors = findIdentityErrors({ type, namespace, name, audiences, config: own });
  const refused = causesOf(changing.error);
  const errorAt = (path: string, isFilled: boolean) =>
    isFilled ? (errorTextAt(errors, path) ?? refused[path]) : undefined;
  const isTaken = taken.includes(name);
  const missing = errors.some(({ code }) => code === "VALUE_REQUIRED");
  const reason = missing
    ? text("Fill in all fields first.")
    : errors.length > 0 || isTaken || quotaChoiceError(quotas, offeredQuotas) !== undefined
      ? text("Correct the marked fields first.")
      : changing.isPending
        ? text("The request is on its way.")
        : undefined;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (reason !== undefined) return;
    const named = { ...(quotas.length > 0 && { quotas: [...quotas] }) };
    changing.mutate(() => ({ kind: "create-identity", name, type, audiences, config: own, ...named }), {
      onSuccess: () => {
        toast({ kind: "success", id: "account", title: text("The account {name} was created", { name }) });
        onClose();
      },
    });
  };
  return (
    <Dialog
      wide
      onClose={onClose}
      opener={opener}
      title={text("New workload identity")}
      description={text(
        "First the identity, then the trust: its subject exists once it is created, and the page then shows what the cloud has to be given.",
      )}
      footer={
        <>
          <DialogClose asChild>
            <Button>{text("Cancel")}</Button>
          </DialogClose>
          <Button type="submit" form={form} variant="primary" disabledReason={reason}>
            {text("Create workload identity")}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={send} className="flex flex-col gap-4 pt-1">
        <SelectField
          label={text("Provider")}
          value={type}
          options={types.map((each) => [each, each])}
          onText={(next) => {
            setType(next);
            setAudience(undefined);
          }}
        />
        <TextField
          {...verbatimInputProps}
          label={text("Name")}
          value={name}
          maxLength={253}
          error={isTaken ? text("There is an account of this name already.") : errorAt("name", name !== "")}
          hint={text("Clusters name the account by it. It can never change.")}
          onText={setName}
        />
        {fields.map((field) => (
          <TextField
            {...verbatimInputProps}
            key={field}
            label={field === "serviceAccount" ? text("{label} (optional)", { label: field }) : field}
            value={config[field] ?? ""}
            maxLength={accountLimits.field}
            error={errorAt(field, Boolean(config[field]))}
            hint={text(identityFieldDescriptions[field])}
            onText={(value) => setConfig({ ...config, [field]: value })}
          />
        ))}
        <TextField
          {...verbatimInputProps}
          label={text("Audience")}
          value={audience ?? usualAudience(type, own)}
          maxLength={accountLimits.audience}
          error={errorAt("audiences", audience !== undefined)}
          hint={text("For whom the tokens are. Choose one that only your account uses.")}
          onText={setAudience}
        />
        <QuotaChoices
          offered={offeredQuotas}
          namespace={namespace}
          chosen={quotas}
          refused={refusedQuotas(refused)}
          onChoose={setQuotas}
        />
        {changing.isError && (
          <Notice
            hue="negative"
            title={failureTitleOf(changing.error, text("The workload identity was not created"))}
            live
          >
            {requestErrorOf(changing.error).detail}
            {requestErrorOf(changing.error).gardenMessage}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}

function errorTextAt(errors: FieldErrors, path: string): string | undefined {
  const found = errors.find((error) => error.path === path);
  return found && describeFieldError(found);
}
