import { Unplug } from "lucide-react";
import { Suspense } from "react";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import type { RequestError } from "#lib/contract/request-error.ts";
import { type Message, message, text } from "#lib/language/text.ts";

const CopyButton = lazyComponent(async () => (await import("#components/ui/copy-button.tsx")).CopyButton);

const notInTime = [
  message("The garden did not answer in time"),
  message("It may be busy. Try again in a moment."),
] as const;

const labels: Partial<Readonly<Record<RequestError["reason"], readonly [title: Message, detail: Message]>>> = {
  unreachable: [
    message("Almanac cannot be reached"),
    message("The browser got no answer. Check the connection, then try again."),
  ],
  "garden-unreachable": [
    message("The garden cannot be reached"),
    message("Almanac itself works, but the garden's API server does not answer it."),
  ],
  timeout: notInTime,
  "garden-timeout": notInTime,
  "not-ready": [
    message("Almanac is still starting"),
    message("The fleet is being read for the first time. Try again in a moment."),
  ],
};

/** Notice instead of the list if the fleet could not be read at all, with the reason. */
export function FleetUnavailable({ fault, onRetry }: { readonly fault: RequestError; readonly onRetry: () => void }) {
  const { reason, detail, requestId } = fault;
  const [title, why] = labels[reason] ?? [message("The clusters could not be read")];
  return (
    <EmptyState
      icon={<Unplug />}
      title={text(title)}
      action={
        <>
          <Button variant="primary" onClick={onRetry}>
            {text("Try again")}
          </Button>
          <Suspense>
            {requestId !== undefined && <CopyButton text={requestId} label={text("Copy the request id")} />}
          </Suspense>
        </>
      }
    >
      {why === undefined
        ? (detail ?? text("Almanac failed. Try again. If it keeps failing, tell the operator the request ID."))
        : text(why)}
    </EmptyState>
  );
}
