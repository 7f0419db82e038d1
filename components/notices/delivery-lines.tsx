import { clsx } from "clsx";
import type { DeliveryState } from "#lib/contract/destinations.ts";
import type { ShownNotice } from "#lib/contract/notices.ts";

const words: Readonly<Record<DeliveryState, string>> = {
  waiting: "Waits to be sent to",
  delivered: "Delivered to",
  lost: "Not delivered to",
  withheld: "Not sent, for you did not see the clusters any more:",
};

/** What became of a notice outside. */
export function DeliveryLines({ deliveries }: Pick<ShownNotice, "deliveries">) {
  return deliveries.map(({ name, state, why }) => (
    <p key={name} className={clsx("text-xs break-words", state === "lost" ? "text-negative-text" : "text-tertiary")}>
      {words[state]} {name}
      {why !== undefined && `: ${why}`}
    </p>
  ));
}
