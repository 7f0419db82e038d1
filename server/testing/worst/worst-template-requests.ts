import { clusterTemplateLimits } from "#lib/contract/cluster-template-limits.ts";
import { freezeLimits } from "#lib/contract/freeze/freezes.ts";
import { sampleCluster } from "./flat-landscape.ts";
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

/** A freeze period with the longest name and the longest times. */
export const worstFreeze: WorstRequest = {
  name: "a long name",
  body: {
    ...{ kind: "save", project: sampleCluster.project, name: "n".repeat(freezeLimits.name) },
    ...{ from: "2026-12-18T17:00:00.000000000+01:00", until: "2027-01-04T08:00:00.000000000+01:00" },
  },
};
