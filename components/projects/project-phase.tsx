import { Tag } from "#components/ui/tag.tsx";
import { type Message, message, text } from "#lib/language/text.ts";

const labels: Readonly<Record<string, Message>> = {
  Pending: message("Being set up"),
  Failed: message("Setup failed"),
  Terminating: message("Being deleted"),
};

/** Tag with the phase of a project that is not ready; nothing for others. */
export function ProjectPhase({ phase }: { readonly phase: string | undefined }) {
  if (phase === "Ready") return null;
  const label = labels[phase ?? "Pending"];
  return <Tag hue={phase === "Failed" ? "negative" : "info"}>{label === undefined ? (phase ?? "") : text(label)}</Tag>;
}
