import path from "node:path";
import { apiRemovalsFile, hasGo, writeApiRemovals } from "./generate.ts";

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

if (await hasGo()) {
  const file = path.relative(process.cwd(), apiRemovalsFile);
  say((await writeApiRemovals()) ? `${file}: written` : `${file}: as it was`);
} else {
  say("skipped: there is no Go to read k8s.io/api with");
}
