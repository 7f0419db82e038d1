"use client";

import { type FormEvent, type RefObject, useId, useRef, useState } from "react";
import { faultOf } from "#components/data/calls/api-problem.ts";
import { useDestinationChange } from "#components/data/notices/use-notice-change.ts";
import { Button } from "#components/ui/button.tsx";
import { CheckField } from "#components/ui/form/check-field.tsx";
import { SelectField, TextField, verbatimLine } from "#components/ui/form/field.tsx";
import { NameField } from "#components/ui/form/name-field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Dialog, DialogClose } from "#components/ui/overlay/dialog.tsx";
import {
  type DeliveryTime,
  type Destination,
  type DestinationChange,
  destinationLimits,
  type WebhookShape,
  webhookShapes,
} from "#lib/contract/destinations.ts";
import { SecretDialog } from "./secret-dialog.tsx";
import { WhenFields } from "./when-fields.tsx";

const shapeWords: Readonly<Record<WebhookShape, string>> = {
  json: "A program of yours: signed JSON",
  slack: "Slack",
  teams: "Microsoft Teams",
};
const nouns = { webhook: "webhook", email: "e-mail" } as const;
const titles = { webhook: "Add a webhook", email: "Add your e-mail" } as const;

export interface DestinationTask {
  readonly kind: Destination["kind"];
  /** The host of a webhook, or where mails go. */
  readonly address: string;
  /** The one that is changed. */
  readonly held?: Destination | undefined;
}

interface DestinationFormProps {
  readonly task: DestinationTask;
  readonly opener: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** Adds a destination or changes one. What signs a webhook is shown once, when it is made. */
export function DestinationForm({ task, opener, onClose }: DestinationFormProps) {
  const { kind, address, held } = task;
  const form = useId();
  const first = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(held?.name ?? (kind === "email" ? "My e-mail" : ""));
  const [when, setWhen] = useState<DeliveryTime>(held?.when ?? { kind: "at-once" });
  const heldShape = held?.kind === "webhook" ? held.shape : undefined;
  const [webhook, setWebhook] = useState<Webhook>({ shape: heldShape ?? "json", url: "", newSecret: false });
  const changing = useDestinationChange();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (changing.isPending) return;
    const change = held === undefined ? added(kind, { name, when, webhook }) : changed(held, { name, when, webhook });
    changing.mutate(change, { onSuccess: ({ secret }) => secret === undefined && onClose() });
  }

  if (changing.data?.secret !== undefined) {
    return <SecretDialog secret={changing.data.secret} opener={opener} onClose={onClose} />;
  }
  const saving = changing.isPending ? `The ${nouns[kind]} is being saved.` : undefined;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      opener={opener}
      firstFocus={first}
      title={held ? `Change ${held.name}` : titles[kind]}
      footer={
        <>
          <DialogClose asChild>
            <Button>Cancel</Button>
          </DialogClose>
          <Button type="submit" form={form} variant="primary" disabledReason={saving}>
            Save {nouns[kind]}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-4 pt-1">
        <NameField control={first} name={name} maxLength={destinationLimits.name} onName={setName} />
        {kind === "webhook" ? (
          <WebhookFields webhook={webhook} heldAt={held && address} heldShape={heldShape} onChange={setWebhook} />
        ) : (
          <p className="text-sm break-words text-secondary">Mails go to {address}, your own address.</p>
        )}
        <WhenFields when={when} onChange={setWhen} />
        <p className="text-sm text-pretty text-secondary">
          What your rules report is sent there: names of clusters, what changed, since when.
        </p>
        {changing.isError && (
          <Notice hue="negative" title={`The ${nouns[kind]} was not saved`} live>
            {faultOf(changing.error).detail}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}

interface Webhook {
  readonly shape: WebhookShape;
  readonly url: string;
  readonly newSecret: boolean;
}

interface Entered {
  readonly name: string;
  readonly when: DeliveryTime;
  readonly webhook: Webhook;
}

function added(kind: DestinationTask["kind"], { name, when, webhook: { shape, url } }: Entered): DestinationChange {
  return kind === "email" ? { kind: "add-email", name, when } : { kind: "add-webhook", name, shape, url, when };
}

function changed(held: Destination, { name, when, webhook: { shape, url, newSecret } }: Entered): DestinationChange {
  const change = { kind: "change", id: held.id, seen: held.at, name, when } as const;
  if (held.kind === "email") return change;
  return {
    ...change,
    shape,
    ...(url.trim() !== "" && { url }),
    ...(newSecret && shape === "json" && { newSecret: true }),
  };
}

interface WebhookFieldsProps {
  readonly webhook: Webhook;
  /** The host of one that is changed. */
  readonly heldAt: string | undefined;
  readonly heldShape: WebhookShape | undefined;
  readonly onChange: (webhook: Webhook) => void;
}

function WebhookFields({ webhook, heldAt, heldShape, onChange }: WebhookFieldsProps) {
  const { shape, url, newSecret } = webhook;
  return (
    <>
      <SelectField
        label="Receiver"
        value={shape}
        options={webhookShapes.map((each) => [each, shapeWords[each]])}
        onText={(value) => onChange({ ...webhook, shape: webhookShapes.find((each) => each === value) ?? "json" })}
      />
      <TextField
        {...verbatimLine}
        label="Address"
        value={url}
        placeholder="https://"
        maxLength={destinationLimits.url}
        required={heldAt === undefined}
        hint={heldAt === undefined ? "Almanac does not show it again." : `Stays at ${heldAt} while this is empty.`}
        onText={(text) => onChange({ ...webhook, url: text })}
      />
      {heldShape === "json" && shape === "json" && (
        <CheckField
          label="Make a new secret"
          checked={newSecret}
          onChange={(now) => onChange({ ...webhook, newSecret: now })}
          labelClass="text-base"
        />
      )}
    </>
  );
}
