import { Send } from "lucide-react";
import { type MouseEvent, Suspense, useRef, useState } from "react";
import { useErrorToast } from "#components/data/calls/use-error-toast.ts";
import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { useDestinationChange } from "#components/data/notices/use-notice-change.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useToast } from "#components/ui/overlay/toast.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { Tag } from "#components/ui/tag.tsx";
import { destinationLimits, type NoticeDestination, type WebhookShape } from "#lib/contract/destinations.ts";
import type { Notices } from "#lib/contract/notices.ts";
import { text } from "#lib/language/text.ts";
import { describeDeliveryFailure } from "#lib/notices/delivery-failure-descriptions.ts";
import { deliveryTimeLabel } from "#lib/notices/event-labels.ts";
import type { DestinationTask } from "./destination-form.tsx";

const DestinationForm = lazyComponent(async () => (await import("./destination-form.tsx")).DestinationForm);

const shapeTags: Readonly<Record<WebhookShape, string>> = { json: "Webhook", slack: "Slack", teams: "Teams" };

function tagOf(destination: NoticeDestination): string {
  return destination.kind === "email" ? text("E-mail") : shapeTags[destination.shape];
}

function addressOf(destination: NoticeDestination): string {
  return destination.kind === "email" ? destination.address : destination.host;
}

/** Card of the user's notification destinations: webhooks and e-mail addresses. */
export function DestinationsCard({ notices }: { readonly notices: Notices }) {
  const { destinations, noWebhooks, email, noDelivery, unavailable } = notices;
  const [task, setTask] = useState<DestinationTask>();
  const opener = useRef<HTMLElement>(null);
  const open = (what: DestinationTask) => (event: MouseEvent<HTMLElement>) => {
    opener.current = event.currentTarget;
    setTask(what);
  };
  const readOnly = useReadOnlyReason();
  const isFull = destinations.length >= destinationLimits.destinations;
  const whyNot =
    readOnly ??
    unavailable ??
    (isFull
      ? text("You have {destinations} destinations already.", { destinations: destinationLimits.destinations })
      : undefined);
  const isThere = destinations.some(({ kind }) => kind === "email");
  const noEmail =
    whyNot ?? email?.why ?? (isThere ? text("Your e-mail is among your destinations already.") : undefined);
  return (
    <Card
      id="destinations"
      title={text("Where notices go")}
      flush
      aside={
        <div className="flex flex-wrap gap-2">
          <Button size="sm" disabledReason={whyNot ?? noWebhooks} onClick={open({ kind: "webhook", address: "" })}>
            {text("Add a webhook…")}
          </Button>
          <Button size="sm" disabledReason={noEmail} onClick={open({ kind: "email", address: email?.address ?? "" })}>
            {text("Add my e-mail…")}
          </Button>
        </div>
      }
    >
      {noDelivery !== undefined && (
        <div className="p-4">
          <Notice hue="negative" title={text("Nothing is delivered")}>
            {noDelivery}
          </Notice>
        </div>
      )}
      {destinations.length === 0 ? (
        <EmptyState icon={<Send />} title={text("Only under the bell")}>
          {noWebhooks !== undefined && email?.why !== undefined
            ? text("This Almanac delivers nothing elsewhere.")
            : text("Add a webhook or your e-mail to get them elsewhere too.")}
        </EmptyState>
      ) : (
        <ul aria-label={text("Destinations")} className="divide-y divide-hairline">
          {destinations.map((destination) => (
            <DestinationItem
              key={destination.id}
              destination={destination}
              readOnly={readOnly}
              onEdit={open({ kind: destination.kind, address: addressOf(destination), held: destination })}
            />
          ))}
        </ul>
      )}
      <Suspense>
        {task !== undefined && <DestinationForm task={task} opener={opener} onClose={() => setTask(undefined)} />}
      </Suspense>
    </Card>
  );
}

interface DestinationItemProps {
  readonly destination: NoticeDestination;
  readonly readOnly: string | undefined;
  readonly onEdit: (event: MouseEvent<HTMLElement>) => void;
}

function DestinationItem({ destination, readOnly, onEdit }: DestinationItemProps) {
  const { id, name, when, at } = destination;
  const changing = useDestinationChange();
  const toast = useToast();
  const showFault = useErrorToast();
  const whyNot = readOnly ?? (changing.isPending ? text("Almanac waits for an answer.") : undefined);
  const ofThis = <span className="sr-only"> {name}</span>;
  const test = () =>
    changing.mutate(
      { kind: "test", id },
      {
        onSuccess: ({ test: seen }) =>
          toast({
            kind: seen?.delivered ? "success" : "error",
            id: `test-${id}`,
            title: seen?.delivered
              ? text("{name} has accepted a test", { name })
              : text("The test did not reach {name}", { name }),
            ...(!seen?.delivered && { detail: seen?.words ?? "" }),
          }),
        onError: showFault(`test-${id}`, text("No test was sent")),
      },
    );
  const remove = () =>
    changing.mutate(
      { kind: "delete", id, seen: at },
      {
        onSuccess: () => toast({ kind: "success", id: `deleted-${id}`, title: text("{name} was deleted", { name }) }),
        onError: showFault(`deleted-${id}`, text("{name} was not deleted", { name })),
      },
    );
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 grow basis-72">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="text-base font-medium break-words">{name}</span>
          <Tag hue="neutral">{tagOf(destination)}</Tag>
        </p>
        <p className="text-base break-words">
          <span className="break-all">{addressOf(destination)}</span>, {deliveryTimeLabel(when)}
        </p>
        <DestinationStatusLines destination={destination} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" disabledReason={whyNot} onClick={test}>
          {text("Send a test")}
          {ofThis}
        </Button>
        <Button size="sm" disabledReason={whyNot} onClick={onEdit}>
          {text("Edit…")}
          {ofThis}
        </Button>
        <Button size="sm" disabledReason={whyNot} onClick={remove}>
          {text("Delete")}
          {ofThis}
        </Button>
      </div>
    </li>
  );
}

/** Status of the deliveries to a destination: successes, failures and their reasons. */
function DestinationStatusLines({ destination: { waiting, standing } }: Pick<DestinationItemProps, "destination">) {
  const { deliveredAt, failure, lost } = standing;
  return (
    <>
      {failure !== undefined && (
        <p className="text-sm break-words text-negative-text">
          {richText("Nothing delivered since <since></since>: {why} Next attempt <next></next>.", {
            since: () => <TimestampText at={failure.since} form="relative" />,
            why: describeDeliveryFailure(failure.why),
            next: () => <TimestampText at={failure.next} form="relative" />,
          })}
        </p>
      )}
      {lost !== undefined && (
        <p className="text-sm break-words text-negative-text">
          {richText("{count, plural, one {# notice} other {# notices}} not delivered, the last <at></at>: {why}", {
            count: lost.count,
            at: () => <TimestampText at={lost.at} form="relative" />,
            why: describeDeliveryFailure(lost.why),
          })}
        </p>
      )}
      <p className="text-sm text-secondary">
        {deliveredAt === undefined
          ? text("Nothing delivered yet")
          : richText("Last delivery <at></at>", { at: () => <TimestampText at={deliveredAt} form="relative" /> })}
        {waiting > 0 && `; ${text("{waiting, plural, one {# notice} other {# notices}} waiting", { waiting })}`}
      </p>
    </>
  );
}
