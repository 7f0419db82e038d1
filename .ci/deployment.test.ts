import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { z } from "zod";
import { createDemoLandscape } from "#garden/landscape/create-demo-landscape.ts";
import { fieldAt, listAt } from "#lib/kube/field.ts";
import { configVariables } from "#server/config/config.ts";
import { repositoryRoot } from "./source-files.ts";

/** Rendered objects of a chart in `deploy/kubernetes`; tools/chart/chart.test.ts checks that they match the chart. */
function objectsOf(chart: string): readonly unknown[] {
  const text = readFileSync(path.join(repositoryRoot, "deploy/kubernetes", `${chart}.yaml`), "utf8");
  return parseAllDocuments(text).map((document) => document.toJS());
}

function objectOf(kind: string, chart = "almanac"): unknown {
  return objectsOf(chart).find((object) => fieldAt(object, "kind") === kind);
}

const container = z.object({
  image: z.string(),
  env: z.array(z.object({ name: z.string(), value: z.string() })),
  securityContext: z.object({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.strictObject({ drop: z.tuple([z.literal("ALL")]) }),
    privileged: z.never().optional(),
  }),
  resources: z.object({ limits: z.object({ memory: z.string() }) }),
});

/** Schema of the Deployment: the Pod Security Standard "restricted", and further requirements. */
const deployment = z.object({
  kind: z.literal("Deployment"),
  spec: z.object({
    template: z.object({
      spec: z.object({
        automountServiceAccountToken: z.literal(false),
        hostNetwork: z.never().optional(),
        hostPID: z.never().optional(),
        hostIPC: z.never().optional(),
        securityContext: z.object({
          runAsNonRoot: z.literal(true),
          runAsUser: z.literal(65_532),
          seccompProfile: z.strictObject({ type: z.literal("RuntimeDefault") }),
        }),
        containers: z.tuple([container]),
        volumes: z.array(
          z.union([
            z.strictObject({ name: z.string(), emptyDir: z.object({ sizeLimit: z.string() }) }),
            z.strictObject({
              name: z.string(),
              secret: z.object({ secretName: z.string(), defaultMode: z.literal(0o440) }),
            }),
          ]),
        ),
      }),
    }),
  }),
});

describe("S28: the container", () => {
  test("is nobody's root, writes nowhere but /tmp, and has no privilege to gain", () => {
    expect(deployment.safeParse(objectOf("Deployment")).error?.issues).toBeUndefined();
  });

  test("sets only what Almanac reads", () => {
    const { env } = deployment.parse(objectOf("Deployment")).spec.template.spec.containers[0];
    // Node.js itself limits the heap.
    const known = [...configVariables.map(({ name }) => String(name)), "NODE_OPTIONS"];
    expect(env.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
  });

  test("is built without any script of a package, and runs as nobody", () => {
    const dockerfile = readFileSync(path.join(repositoryRoot, "deploy/Dockerfile"), "utf8");
    expect(dockerfile).toMatch(/^RUN npm ci --ignore-scripts$/m);
    expect(dockerfile.match(/^USER .*$/gm)?.at(-1)).toBe("USER 65532:65532");
    expect(dockerfile.lastIndexOf("USER ")).toBeLessThan(dockerfile.indexOf("ENTRYPOINT"));
    expect(dockerfile).not.toMatch(/^ADD |curl|wget|--privileged/m);
  });

  test("brings compiled code of the very command and user that it starts with", () => {
    const dockerfile = readFileSync(path.join(repositoryRoot, "deploy/Dockerfile"), "utf8");
    const words = z.array(z.string()).parse(JSON.parse(/^ENTRYPOINT (.*)$/m.exec(dockerfile)?.[1] ?? "[]"));
    expect(dockerfile).toContain(`setpriv --reuid=65532 --regid=65532 --clear-groups ${words.join(" ")} --once \\\n`);
  });

  test("is built on what nobody can move, and serves from the same", () => {
    const dockerfile = readFileSync(path.join(repositoryRoot, "deploy/Dockerfile"), "utf8");
    expect(dockerfile).toMatch(/^ARG BASE=\S+@sha256:[0-9a-f]{64}$/m);
    expect(dockerfile.match(/^FROM (?!\$\{BASE\}( AS build)?$).*$/gm)).toBeNull();
  });
});

const ports = z.array(z.object({ port: z.number(), protocol: z.string().optional() }));
const selector = z.object({ matchLabels: z.record(z.string(), z.string()) });
const policy = z.object({
  spec: z.object({
    policyTypes: z.tuple([z.literal("Ingress"), z.literal("Egress")]),
    ingress: z.array(z.object({ from: z.array(z.object({ namespaceSelector: selector })).min(1), ports })),
    egress: z.array(
      z.object({
        to: z.array(
          z.union([
            z.strictObject({ namespaceSelector: selector, podSelector: selector }),
            z.strictObject({ ipBlock: z.object({ cidr: z.string(), except: z.array(z.string()).default([]) }) }),
          ]),
        ),
        ports,
      }),
    ),
  }),
});

const labels = z.strictObject({
  matchLabels: z.strictObject({
    "app.kubernetes.io/name": z.literal("almanac"),
    "app.kubernetes.io/instance": z.literal("almanac"),
  }),
});

describe("what keeps Almanac there", () => {
  test("a replica waits until nobody sends to it, and replicas stand apart", () => {
    const spec = z.object({
      terminationGracePeriodSeconds: z.number(),
      topologySpreadConstraints: z.array(z.object({ topologyKey: z.string(), labelSelector: labels })),
      containers: z.tuple([
        z.object({ lifecycle: z.strictObject({ preStop: z.object({ sleep: z.object({ seconds: z.number() }) }) }) }),
      ]),
    });
    const found = z
      .object({ spec: z.object({ replicas: z.never().optional(), template: z.object({ spec }) }) })
      .parse(objectOf("Deployment")).spec.template.spec;
    const stopsWithin = 5 + 15;
    const { seconds } = found.containers[0].lifecycle.preStop.sleep;
    expect(seconds + stopsWithin).toBeLessThanOrEqual(found.terminationGracePeriodSeconds);
    expect(found.topologySpreadConstraints.map(({ topologyKey }) => topologyKey)).toEqual([
      "topology.kubernetes.io/zone",
      "kubernetes.io/hostname",
    ]);
  });

  test("one goes at a time while nodes are drained, and two are there at least", () => {
    const [budget, scaler] = [objectOf("PodDisruptionBudget"), objectOf("HorizontalPodAutoscaler")];
    expect(budget).toMatchObject({ kind: "PodDisruptionBudget", spec: { maxUnavailable: 1 } });
    labels.parse(z.object({ spec: z.object({ selector: z.unknown() }) }).parse(budget).spec.selector);
    const target = { apiVersion: "apps/v1", kind: "Deployment", name: "almanac" };
    expect(scaler).toMatchObject({ kind: "HorizontalPodAutoscaler", spec: { minReplicas: 2, scaleTargetRef: target } });
  });

  test("it runs an image that nobody can move", () => {
    const { image } = deployment.parse(objectOf("Deployment")).spec.template.spec.containers[0];
    expect(image).toMatch(/@sha256:[0-9a-f]{64}$/);
  });
});

describe("S29: the network", () => {
  const { ingress, egress } = policy.parse(objectOf("NetworkPolicy")).spec;

  test("lets people in from the ingress and Prometheus to the metrics, nobody else and nowhere else", () => {
    expect(ingress.map((rule) => rule.ports.map(({ port }) => port))).toEqual([[3000], [9100]]);
  });

  test("lets out to names, the garden and the identity provider, and never to a cloud's metadata", () => {
    expect(egress.flatMap((rule) => rule.ports.map(({ port }) => port))).toEqual([53, 53, 443, 443, 443]);
    const blocks = egress.flatMap(({ to }) => to.flatMap((each) => ("ipBlock" in each ? [each.ipBlock] : [])));
    const local = ["10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16"];
    const wide = blocks.filter(({ cidr }) => !cidr.endsWith("/32"));
    const [ipv4, ipv6, ...more] = wide;
    expect(local.filter((range) => !ipv4?.except.includes(range))).toEqual([]);
    // Only public addresses are allowed; local ones, such as a cloud's metadata service fd00:ec2::254, are not.
    expect(ipv6).toEqual({ cidr: "2000::/3", except: ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"] });
    expect(more).toEqual([]);
  });
});

const role = z.object({
  kind: z.literal("ClusterRole"),
  rules: z.array(
    z.strictObject({ apiGroups: z.array(z.string()), resources: z.array(z.string()), verbs: z.array(z.string()) }),
  ),
});

test("the demo gives Almanac's own account the rights that a deployment gives it", () => {
  const { objects } = createDemoLandscape({ now: new Date(), seed: 1, shoots: 0 });
  const rulesOf = (all: readonly unknown[], name: string) =>
    listAt(
      all.find((object) => fieldAt(object, "metadata", "name") === name),
      "rules",
    )
      .map((rule) => JSON.stringify(rule, ["apiGroups", "resources", "verbs"]))
      .sort();
  for (const name of ["almanac:reader", "almanac:keeper"]) {
    const deployed = rulesOf(objectsOf("almanac-garden"), name);
    expect(deployed).not.toEqual([]);
    expect(rulesOf(objects, name)).toEqual(deployed);
  }
});

test("S11: Almanac's own role in the garden has no wildcard, no Secret, no write, nobody else's name", () => {
  const { rules } = role.parse(objectOf("ClusterRole", "almanac-garden"));
  for (const { apiGroups, resources, verbs } of rules) {
    const mayAsk = resources.join() === "subjectaccessreviews" ? ["create"] : ["get", "list", "watch"];
    expect(verbs.filter((verb) => !mayAsk.includes(verb))).toEqual([]);
    expect([...apiGroups, ...resources].filter((name) => name.includes("*") || name.startsWith("secrets"))).toEqual([]);
  }
});
