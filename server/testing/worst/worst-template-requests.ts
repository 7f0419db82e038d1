import { clusterTemplateLimits } from "#lib/contract/cluster-template-limits.ts";
import type { WorstRequest } from "./worst-profile-requests.ts";

const head = "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\n";

function template(name: string, line: (index: number) => string, start = "spec:\n"): WorstRequest {
  let text = `${head}${start}`;
  for (let index = 0; text.length < clusterTemplateLimits.text - 60; index += 1) text += line(index);
  return { name, body: { kind: "save", name: "n".repeat(clusterTemplateLimits.name), text } };
}

/** Templates as long as one may be. */
export const worstTemplates: readonly WorstRequest[] = [
  template("many fields", (index) => `  f${index}: {a: 1}\n`),
  template("many annotations", (index) => `    example.com/a${index}: b\n`, "metadata:\n  annotations:\n"),
  template("many anchors and aliases", (index) => `  f${index}: [&a${index} x, *a${index}]\n`),
  template("deep fields", (index) => `${" ".repeat(index + 2)}f:\n`),
];
