import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { z } from "zod";
import { configVariables } from "#server/config/config.ts";
import { root } from "./source-files.ts";

function objectsIn(file: string): readonly unknown[] {
  const text = readFileSync(path.join(root, "deploy/kubernetes", file), "utf8");
  return parseAllDocuments(text).map((document) => document.toJS());
}

const container = z.object({
  env: z.array(z.object({ name: z.string(), value: z.string() })),
  securityContext: z.object({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.strictObject({ drop: z.tuple([z.literal("ALL")]) }),
    privileged: z.never().optional(),
  }),
  resources: z.object({ limits: z.object({ memory: z.string() }) }),
});

/** What the level "restricted" of the Pod Security Standards asks, and what we ask beyond it. */
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
    const [object] = objectsIn("deployment.yaml");
    expect(deployment.safeParse(object).error?.issues).toBeUndefined();
  });

  test("sets only what Almanac reads", () => {
    const { env } = deployment.parse(objectsIn("deployment.yaml")[0]).spec.template.spec.containers[0];
    const known = configVariables.map(({ name }) => String(name));
    expect(env.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
  });

  test("is built without any script of a package, and runs as nobody", () => {
    const dockerfile = readFileSync(path.join(root, "deploy/Dockerfile"), "utf8");
    expect(dockerfile).toMatch(/^RUN npm ci --ignore-scripts$/m);
    expect(dockerfile).toMatch(/^USER 65532:65532$/m);
    expect(dockerfile.lastIndexOf("USER ")).toBeLessThan(dockerfile.indexOf("ENTRYPOINT"));
    expect(dockerfile).not.toMatch(/^ADD |curl|wget|--privileged/m);
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
            z.strictObject({ ipBlock: z.object({ cidr: z.string(), except: z.array(z.string()) }) }),
          ]),
        ),
        ports,
      }),
    ),
  }),
});

describe("S29: the network", () => {
  const { ingress, egress } = policy.parse(objectsIn("network-policy.yaml")[0]).spec;

  test("lets people in from the ingress and Prometheus to the metrics, nobody else and nowhere else", () => {
    expect(ingress.map((rule) => rule.ports.map(({ port }) => port))).toEqual([[3000], [9100]]);
  });

  test("lets out to names, the garden and the identity provider, and never to a cloud's metadata", () => {
    expect(egress.flatMap((rule) => rule.ports.map(({ port }) => port))).toEqual([53, 53, 443]);
    const blocks = egress.flatMap(({ to }) => to.flatMap((each) => ("ipBlock" in each ? [each.ipBlock] : [])));
    expect(blocks.filter(({ except }) => !except.includes("169.254.0.0/16"))).toEqual([]);
  });
});

const role = z.object({
  kind: z.literal("ClusterRole"),
  rules: z.array(
    z.strictObject({ apiGroups: z.array(z.string()), resources: z.array(z.string()), verbs: z.array(z.string()) }),
  ),
});

test("S11: Almanac's own role in the garden has no wildcard, no Secret, no write, nobody else's name", () => {
  const { rules } = role.parse(objectsIn("garden-rbac.yaml")[0]);
  for (const { apiGroups, resources, verbs } of rules) {
    const mayAsk = resources.join() === "subjectaccessreviews" ? ["create"] : ["get", "list", "watch"];
    expect(verbs.filter((verb) => !mayAsk.includes(verb))).toEqual([]);
    expect([...apiGroups, ...resources].filter((name) => name.includes("*") || name.startsWith("secrets"))).toEqual([]);
  }
});
