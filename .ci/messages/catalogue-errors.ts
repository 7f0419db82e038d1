import compile from "icu-minify/compile";
import { type MessageCatalogue, parseMessageName } from "#lib/language/catalogue.ts";
import type { FoundMessage } from "./find-messages.ts";

/** The arguments and tags of an ICU message. Throws if the text is not a valid message. */
export function messageArgumentsOf(message: string): readonly string[] {
  const names = new Set<string>();
  const visit = (node: unknown) => {
    if (!Array.isArray(node)) return;
    const [name, kind, options] = node;
    names.add(String(name));
    const isChoice = typeof kind === "number" && typeof options === "object" && options !== null;
    const parts: readonly unknown[] = isChoice ? Object.values(options).flat() : node.slice(1);
    for (const part of parts) visit(part);
  };
  const compiled = compile(message);
  if (Array.isArray(compiled)) for (const node of compiled) visit(node);
  return [...names].sort();
}

/** Messages without an entry in the catalogue, each with its location. English is shown instead until a release. */
export function findMissingMessages(catalogue: MessageCatalogue, messages: readonly FoundMessage[]): readonly string[] {
  const named = new Map(messages.map((message) => [message.name, message]));
  return [...named.values()].filter(({ name }) => !(name in catalogue)).map(({ name, where }) => `${name} (${where})`);
}

/** Catalogue entries that no message uses, or whose arguments differ from those of the message. */
export function findCatalogueErrors(catalogue: MessageCatalogue, messages: readonly FoundMessage[]): readonly string[] {
  const named = new Map(messages.map((message) => [message.name, message]));
  const unused = Object.keys(catalogue)
    .filter((name) => !named.has(name))
    .map((name) => `unused: ${name}`);
  const others = Object.entries(catalogue).flatMap(([name, translated]) => differenceOf(name, translated));
  return [...unused, ...others];
}

function differenceOf(name: string, translated: string): readonly string[] {
  try {
    const [original, other] = [messageArgumentsOf(parseMessageName(name).source), messageArgumentsOf(translated)].map(
      (names) => names.join(", "),
    );
    return original === other ? [] : [`other arguments: ${name}: ${original} but ${other}`];
  } catch (error) {
    return [`no ICU message: ${name}: ${String(error)}`];
  }
}

/** Messages that are called with other values than their arguments. */
export function findValueErrors(messages: readonly FoundMessage[]): readonly string[] {
  return messages.flatMap(({ name, where, values }) => {
    if (values === undefined) return [];
    const asked = messageArgumentsOf(parseMessageName(name).source).join(", ");
    const given = [...values].sort().join(", ");
    return asked === given ? [] : [`${where}: "${name}" asks for ${asked || "nothing"} and gets ${given || "nothing"}`];
  });
}
