import german from "#lib/language/messages/de.json" with { type: "json" };
import { isTestFile, readSourceFiles, type SourceFile } from "../source-files.ts";
import { findMissingMessages } from "./catalogue-errors.ts";
import { type FoundMessage, findMessages } from "./find-messages.ts";

/** Source files of the product, without tests. */
export function productFiles(files: readonly SourceFile[]): readonly SourceFile[] {
  return files.filter(({ path }) => /^(app|components|lib|server)\//.test(path) && !isTestFile(path));
}

/** All messages in the given files. */
export function messagesInFiles(files: readonly SourceFile[]): readonly FoundMessage[] {
  return files.flatMap(({ path, text }) => findMessages(path, text));
}

/** Messages without a German translation, with location; they appear in English and block a release. */
export function findMessagesWithoutGerman(): readonly string[] {
  return findMissingMessages(german, messagesInFiles(productFiles(readSourceFiles())));
}
