import { Unplug } from "lucide-react";
import { Suspense } from "react";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import type { RequestFault } from "#lib/contract/request-fault.ts";
import { text } from "#lib/language/text.ts";

const CopyButton = lazyComponent(async () => (await import("#components/ui/copy-button.tsx")).CopyButton);

/** Nothing could be read at all, and why. */
export function FleetUnavailable({ fault, onRetry }: { readonly fault: RequestFault; readonly onRetry: () => void }) {
  const words = wordsOf(fault);
  return (
    <EmptyState
      icon={<Unplug />}
      title={words.title}
      action={
        <>
          <Button variant="primary" onClick={onRetry}>
            {text("Try again")}
          </Button>
          <Suspense>
            {fault.requestId !== undefined && <CopyButton text={fault.requestId} label={text("Copy the request id")} />}
          </Suspense>
        </>
      }
    >
      {words.detail}
    </EmptyState>
  );
}

function wordsOf({ reason, detail }: RequestFault): { readonly title: string; readonly detail: string } {
  switch (reason) {
    case "unreachable":
      return {
        title: text("Almanac cannot be reached"),
        detail: text("The browser got no answer. Check the connection, then try again."),
      };
    case "garden-unreachable":
      return {
        title: text("The garden cannot be reached"),
        detail: text("Almanac itself works, but the garden's API server does not answer it."),
      };
    case "timeout":
    case "garden-timeout":
      return {
        title: text("The garden did not answer in time"),
        detail: text("It may be busy. Try again in a moment."),
      };
    case "not-ready":
      return {
        title: text("Almanac is still starting"),
        detail: text("The fleet is being read for the first time. Try again in a moment."),
      };
    default:
      return {
        title: text("The clusters could not be read"),
        detail: detail ?? text("Almanac failed. Try again. If it keeps failing, tell the operator the request ID."),
      };
  }
}
