import { type RefObject, useState } from "react";
import { NamedItemDialogForm } from "#components/data/fleet-parts/named-item-dialog-form.tsx";
import { useDestinationChange } from "#components/data/notices/use-notice-change.ts";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { CheckField } from "#components/ui/form/check-field.tsx";
import { SelectField, TextField, verbatimInputProps } from "#components/ui/form/field.tsx";
import { Dialog, DialogClose } from "#components/ui/overlay/dialog.tsx";
import {
  type DeliveryTime,
  type DestinationChangeRequest,
  destinationLimits,
  type NoticeDestination,
  type WebhookShape,
  webhookShapes,
} from "#lib/contract/destinations.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { formatHour } from "#lib/notices/event-labels.ts";

const shapeLabels: Readonly<Record<WebhookShape, Message>> = {
  json: message("A program of yours: signed JSON"),
  slack: message("Slack"),
  teams: message("Microsoft Teams"),
};
const titles = { webhook: message("Add a webhook"), email: message("Add your e-mail") } as const;

export interface DestinationTask {
  readonly kind: NoticeDestination["kind"];
  /** Host of a webhook, or e-mail address. */
  readonly address: string;
  /** The destination to change; undefined to add a new one. */
  readonly held?: NoticeDestination | undefined;
}

interface DestinationFormProps {
  readonly task: DestinationTask;
  readonly opener: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** Form that adds or changes a notification destination. The signing secret of a new webhook is shown only once. */
export function DestinationForm({ task, opener, onClose }: DestinationFormProps) {
  const { kind, address, held } = task;
  const [name, setName] = useState(held?.name ?? (kind === "email" ? text("My e-mail") : ""));
  const [when, setWhen] = useState<DeliveryTime>(held?.when ?? { kind: "at-once" });
  const heldShape = held?.kind === "webhook" ? held.shape : undefined;
  const [webhook, setWebhook] = useState<Webhook>({ shape: heldShape ?? "json", url: "", newSecret: false });
  const changing = useDestinationChange();

  const save = () => {
    const change = held === undefined ? added(kind, { name, when, webhook }) : changed(held, { name, when, webhook });
    changing.mutate(change, { onSuccess: ({ secret }) => secret === undefined && onClose() });
  };

  if (changing.data?.secret !== undefined) {
    return <SecretDialog secret={changing.data.secret} opener={opener} onClose={onClose} />;
  }
  const saving = changing.isPending
    ? text("The {kind, select, email {e-mail} other {webhook}} is being saved.", { kind })
    : undefined;
  return (
    <NamedItemDialogForm
      title={held ? text("Change {name}", { name: held.name }) : text(titles[kind])}
      opener={opener}
      onClose={onClose}
      name={name}
      maxLength={destinationLimits.name}
      onName={setName}
      missing={saving}
      submit={text("Save {kind, select, email {e-mail} other {webhook}}", { kind })}
      onSubmit={save}
      refused={text("The {kind, select, email {e-mail} other {webhook}} was not saved", { kind })}
      error={changing.error}
    >
      {kind === "webhook" ? (
        <WebhookFields webhook={webhook} heldAt={held && address} heldShape={heldShape} onChange={setWebhook} />
      ) : (
        <p className="text-sm break-words text-secondary">
          {text("Mails go to {address}, your own address.", { address })}
        </p>
      )}
      <WhenFields when={when} onChange={setWhen} />
      <p className="text-sm text-pretty text-secondary">
        {text("What your rules report is sent there: names of clusters, what changed, since when.")}
      </p>
    </NamedItemDialogForm>
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

function added(
  kind: DestinationTask["kind"],
  { name, when, webhook: { shape, url } }: Entered,
): DestinationChangeRequest {
  return kind === "email" ? { kind: "add-email", name, when } : { kind: "add-webhook", name, shape, url, when };
}

function changed(
  held: NoticeDestination,
  { name, when, webhook: { shape, url, newSecret } }: Entered,
): DestinationChangeRequest {
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
  /** Host of the webhook that is being changed. */
  readonly heldAt: string | undefined;
  readonly heldShape: WebhookShape | undefined;
  readonly onChange: (webhook: Webhook) => void;
}

function WebhookFields({ webhook, heldAt, heldShape, onChange }: WebhookFieldsProps) {
  const { shape, url, newSecret } = webhook;
  return (
    <>
      <SelectField
        label={text("Receiver")}
        value={shape}
        options={webhookShapes.map((each) => [each, text(shapeLabels[each])])}
        onText={(value) => onChange({ ...webhook, shape: webhookShapes.find((each) => each === value) ?? "json" })}
      />
      <TextField
        {...verbatimInputProps}
        label={text("Address")}
        value={url}
        placeholder="https://"
        maxLength={destinationLimits.url}
        required={heldAt === undefined}
        hint={
          heldAt === undefined
            ? text("Almanac does not show it again.")
            : text("Stays at {heldAt} while this is empty.", { heldAt })
        }
        onText={(typed) => onChange({ ...webhook, url: typed })}
      />
      {heldShape === "json" && shape === "json" && (
        <CheckField
          label={text("Make a new secret")}
          checked={newSecret}
          onChange={(now) => onChange({ ...webhook, newSecret: now })}
          labelClass="text-base"
        />
      )}
    </>
  );
}

interface WhenFieldsProps {
  readonly when: DeliveryTime;
  readonly onChange: (when: DeliveryTime) => void;
}

const hours = Array.from({ length: 24 }, (_, hour) => [String(hour), formatHour(hour)] as const);
const firstHour = 8;

/** Fields for the delivery time: at once, or daily at an hour in one of the offered time zones. */
function WhenFields({ when, onChange }: WhenFieldsProps) {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = [...new Set([...(when.kind === "daily" ? [when.zone] : []), here, "UTC"])];
  return (
    <>
      <SelectField
        label={text("When")}
        value={when.kind}
        options={[
          ["at-once", text("At once")],
          ["daily", text("Once a day, everything together")],
        ]}
        onText={(kind) =>
          onChange(kind === "daily" ? { kind: "daily", hour: firstHour, zone: here } : { kind: "at-once" })
        }
      />
      {when.kind === "daily" && (
        <div className="grid gap-3 sm:grid-cols-2">
          <SelectField
            label={text("Hour")}
            value={String(when.hour)}
            options={hours}
            onText={(hour) => onChange({ ...when, hour: Number(hour) })}
          />
          <SelectField
            label={text("Time zone")}
            value={when.zone}
            options={zones.map((zone) => [zone, zone])}
            onText={(zone) => onChange({ ...when, zone })}
          />
        </div>
      )}
    </>
  );
}

interface SecretDialogProps {
  readonly secret: string;
  readonly opener: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** Dialog that shows the signing secret of a new webhook, which cannot be shown again. */
function SecretDialog({ secret, opener, onClose }: SecretDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      opener={opener}
      title={text("The secret of this webhook")}
      description={text("Almanac shows it this once. The receiver checks signatures with it.")}
      footer={
        <>
          <CopyButton text={secret} label={text("Copy secret")} />
          <DialogClose asChild>
            <Button variant="primary">{text("Done")}</Button>
          </DialogClose>
        </>
      }
    >
      <p className="rounded-control bg-surface px-3 py-2 font-mono text-sm break-all">{secret}</p>
    </Dialog>
  );
}
