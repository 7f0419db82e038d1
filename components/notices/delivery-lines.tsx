import { clsx } from "clsx";
import type { DeliveryState } from "#lib/contract/destinations.ts";
import type { ShownNotice } from "#lib/contract/notices.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { whyWords } from "#lib/notices/why-words.ts";

const words: Readonly<Record<DeliveryState, Message>> = {
  waiting: message("Waits to be sent to {name}"),
  delivered: message("Delivered to {name}"),
  lost: message("Not delivered to {name}"),
  withheld: message("Not sent, for you did not see the clusters any more: {name}"),
};

/** What became of a notice outside. */
export function DeliveryLines({ deliveries }: Pick<ShownNotice, "deliveries">) {
  return deliveries.map(({ name, state, why }) => (
    <p key={name} className={clsx("text-xs break-words", state === "lost" ? "text-negative-text" : "text-tertiary")}>
      {text(words[state], { name })}
      {why !== undefined && `: ${whyWords(why)}`}
    </p>
  ));
}
