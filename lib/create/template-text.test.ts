import { describe, expect, test } from "vitest";
import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt } from "#lib/kube/field.ts";
import { parseYamlText } from "#lib/manifest/yaml-document.ts";
import { findTemplateProblem, templateTextOf, templateTextOfShoot } from "./template-text.ts";

const draft = `# The usual cluster of the shop
apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata:
  name: front
  namespace: garden-shop
  labels:
    team: shop
  annotations:
    gardener.cloud/created-by: ravi
spec:
  region: eu-1
  credentialsBindingName: shop-aws
  seedName: seed-7
  kubernetes:
    version: 1.33.4 # the last with PodSecurity of old
  provider:
    type: aws
    workers:
      - name: a
        machine:
          type: small
        minimum: 1
        maximum: 2
`;

function templateOf(written: string): string {
  const template = templateTextOf(written);
  if (!template.ok) throw new Error("no template");
  return template.value;
}

describe("the template of a draft", () => {
  test("keeps comments and order, and leaves open what each cluster has of its own", () => {
    expect(templateOf(draft)).toBe(`# The usual cluster of the shop
apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata:
  labels:
    team: shop
spec:
  kubernetes:
    version: 1.33.4 # the last with PodSecurity of old
  provider:
    type: aws
    workers:
      - name: a
        machine:
          type: small
        minimum: 1
        maximum: 2
`);
  });

  test("is a template again, which is taken, while the draft itself is not", () => {
    const template = templateOf(draft);
    expect(templateOf(template)).toBe(template);
    expect(findTemplateProblem(template)).toBeUndefined();
    expect(findTemplateProblem(draft)).toMatch(/belongs to one cluster/);
  });

  test("drops the secret of an OIDC client", () => {
    const oidc = "    kubeAPIServer:\n      oidcConfig:\n        clientAuthentication:\n          secret: hush\n";
    const written = draft.replace("  provider:\n", `${oidc}  provider:\n`);
    expect(templateOf(written)).not.toContain("hush");
    expect(findTemplateProblem(templateOf(draft).replace("  provider:\n", `${oidc}  provider:\n`))).toMatch(/secret/);
  });
});

describe("the template of a cluster", () => {
  test("is its clone without region and account", () => {
    const shoot: Shoot = {
      ...{ apiVersion: "core.gardener.cloud/v1beta1", kind: "Shoot" },
      metadata: { name: "front", namespace: "garden-shop", uid: "u", resourceVersion: "7" },
      spec: {
        ...{ region: "eu-1", credentialsBindingName: "shop-aws", seedName: "seed-7" },
        kubernetes: { version: "1.33.4" },
        provider: { type: "aws", workers: [] },
      },
    };
    const written = templateTextOfShoot(shoot);
    expect(findTemplateProblem(written)).toBeUndefined();
    const parsed = parseYamlText(written);
    expect(parsed.ok && fieldAt(parsed.value.value, "spec")).toEqual({
      kubernetes: { version: "1.33.4" },
      provider: { type: "aws", workers: [] },
    });
  });
});

describe("no template is", () => {
  const template = templateOf(draft);

  test.each([
    ["a Secret", "apiVersion: v1\nkind: Secret\nstringData: {password: hush}\n", /Shoot/],
    ["several objects", `${template}---\napiVersion: v1\nkind: Secret\n`, /Line/],
    ["a text that cannot be read", "spec: [", /Line/],
    ["a text with a private key", `${template}# -----BEGIN RSA PRIVATE KEY-----\n`, /private key/],
    ["a text with invisible characters", `${template}# a\u202eb\n`, /invisible/],
    ["the status of a cluster", `${template}status: {technicalID: x}\n`, /status belongs/],
  ])("%s", (_what, written, said) => {
    expect(findTemplateProblem(written)).toMatch(said);
  });
});
