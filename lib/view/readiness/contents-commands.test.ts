import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assessReadiness } from "#lib/policy/readiness/assess-readiness.ts";
import type { ContentsFindingId } from "#lib/policy/readiness/contents/contents-facts.ts";
import type { ReadinessFinding } from "#lib/policy/readiness/readiness-finding.ts";
import { soundClusters, webhookWith } from "#lib/testing/contents-examples.ts";
import { plantedFaults } from "#lib/testing/contents-faults.ts";
import { contextOf } from "#lib/testing/readiness-examples.ts";
import { describeReadinessFinding } from "#lib/words/readiness/readiness-descriptions.ts";
import { commandOfReadinessFinding } from "./readiness-commands.ts";

const [sound] = fc.sample(soundClusters, { numRuns: 1, seed: 43 });
if (sound === undefined) throw new Error("no example");

function planted(name: string): ReadinessFinding<ContentsFindingId> {
  const fault = plantedFaults.find((it) => it.name === name);
  if (fault === undefined || sound === undefined) throw new Error(`no fault ${name}`);
  const example = fault.plant({ ...sound, contents: { ...sound.contents, pods: emptied, workloads: emptied } });
  const { findings } = assessReadiness(example.shoot, example.step, {
    ...contextOf(example),
    contents: example.contents,
  });
  const found = findings.find(({ id }) => id === fault.finding);
  if (found === undefined || !("objects" in found)) throw new Error(`${name} not found`);
  return found;
}

const emptied = { state: "read", items: [], isComplete: true, unreadable: 0 } as const;
const cluster = { metadata: sound.shoot.metadata, spec: sound.shoot.spec };
const commandOf = (finding: ReadinessFinding) => commandOfReadinessFinding(finding, cluster);

describe("a finding inside a cluster", () => {
  test.each<[fault: string, command: string | undefined]>([
    [
      "a budget of no unavailable Pod",
      `kubectl patch poddisruptionbudget guarded --namespace shop --type merge --patch '{"spec":{"minAvailable":null,"maxUnavailable":1}}'`,
    ],
    ["two budgets for one Pod", "kubectl get poddisruptionbudgets --namespace shop"],
    ["a budget that allows nothing now", "kubectl describe poddisruptionbudget guarded --namespace shop"],
    ["a Pod without a controller", "kubectl get pod planted --namespace shop --output yaml"],
    ["a Pod with local data", undefined],
    ["a Pod without room", "kubectl describe pod planted --namespace shop"],
    ["a Job with one try", "kubectl wait job report --namespace shop --for condition=complete --timeout 2h"],
    ["a workload with one replica", "kubectl scale statefulset lone --namespace shop --replicas 2"],
    ["a volume of a node", "kubectl describe persistentvolume pv-planted"],
    [
      "a webhook for its own kind that nothing answers",
      "kubectl get endpointslices --namespace policies --selector kubernetes.io/service-name=away",
    ],
    [
      "a webhook that fails closed",
      `kubectl patch validatingwebhookconfiguration planted --type strategic --patch '{"webhooks":[{"name":"pods.policies.example.com","namespaceSelector":{"matchExpressions":[{"key":"gardener.cloud/purpose","operator":"NotIn","values":["kube-system"]}]}}]}'`,
    ],
    [
      "a slow webhook",
      `kubectl patch validatingwebhookconfiguration planted --type strategic --patch '{"webhooks":[{"name":"pods.policies.example.com","timeoutSeconds":15}]}'`,
    ],
    ["an API service that does not answer", "kubectl describe apiservice v1.custom.metrics.k8s.io"],
    ["a cordoned node", "kubectl uncordon pool-0-a-0"],
    ["a requested API that ends", "kubectl get --raw /metrics | grep apiserver_requested_deprecated_apis"],
  ])("%s: the command fixes it, or shows its cause", (fault, command) => {
    expect(commandOf(planted(fault))).toBe(command);
  });

  test.each(plantedFaults.map(({ name }) => name))("%s is told in whole sentences", (name) => {
    const { sentence, unless, how } = describeReadinessFinding(planted(name), "chosen");
    for (const part of [sentence, unless, how]) expect(part).toMatch(/^[A-Z].*\.$/);
  });
});

describe("a command", () => {
  const lone = planted("a Pod without a controller");

  test("takes up no name that Kubernetes does not allow, which a shell would run", () => {
    const listed = [{ kind: "Pod", namespace: "shop", name: "x; reboot" }];
    expect(commandOf({ ...lone, objects: { listed, total: 1 } })).toBeUndefined();
  });

  test("is given for the first three objects", () => {
    const listed = ["a", "b", "c", "d"].map((name) => ({ kind: "Pod", namespace: "shop", name }));
    expect(commandOf({ ...lone, objects: { listed, total: 4 } })?.split("\n")).toHaveLength(3);
  });

  test("quotes what a selector carries", () => {
    const repair = { kind: webhookWith({}).kind, configuration: "p", webhook: "it's", timeoutSeconds: 15 };
    const finding = planted("a slow webhook");
    if (finding.id !== "webhook-problematic") throw new Error("not a webhook");
    expect(commandOf({ ...finding, repairs: [repair] })).toContain(`"name":"it'\\''s"`);
  });
});

test("a name that a shell or kubectl understands as something else stands in no command", () => {
  const found = planted("a workload with one replica");
  for (const name of ["--all", "-f", "a;reboot", "$(reboot)", "a\nreboot", ""]) {
    const objects = { listed: [{ kind: "Deployment", namespace: "shop", name }], total: 1 };
    expect(commandOf({ ...found, objects })).toBeUndefined();
  }
  const objects = { listed: [{ kind: "Deployment", namespace: "--all", name: "web" }], total: 1 };
  expect(commandOf({ ...found, objects })).toBeUndefined();
});
