import german from "#lib/language/messages/de.json" with { type: "json" };
import { isTest, readSourceFiles, type SourceFile } from "../source-files.ts";
import { missingIn } from "./catalogue-errors.ts";
import { type FoundMessage, findMessages } from "./find-messages.ts";

/** What the product is made from, without its tests. */
export function productFiles(files: readonly SourceFile[]): readonly SourceFile[] {
  return files.filter(({ path }) => /^(app|components|lib|server)\//.test(path) && !isTest(path));
}

/** The messages that these files say. */
export function messagesOf(files: readonly SourceFile[]): readonly FoundMessage[] {
  return files.flatMap(({ path, text }) => findMessages(path, text));
}

/** The messages that have no German yet, each with its place. A release waits for them; until then English stands in. */
export function missingGerman(): readonly string[] {
  return missingIn(german, messagesOf(productFiles(readSourceFiles())));
}
