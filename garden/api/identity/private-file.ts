import "server-only";
import { rename, writeFile } from "node:fs/promises";

/**
 * Writes a file that only its owner can read, also over one that was open to others, and whole: a process that is killed
 * on the way leaves the file as it was.
 */
export async function writePrivateFile(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}.new`;
  await writeFile(draft, text, { mode: 0o600 });
  await rename(draft, file);
}
