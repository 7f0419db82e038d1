import { describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { emptyMirror, type MirrorForm, type RegistryForm, validateRegistry } from "./registry-hosts.ts";

const pem = "-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIU\nQUJD\n-----END CERTIFICATE-----\n";
const mirror: MirrorForm = { ...emptyMirror, url: "https://mirror.example.com" };
const form: RegistryForm = { upstream: "docker.io", server: "", mirrors: [mirror] };

function documentsIn(text: string): unknown[] {
  return parseAllDocuments(text).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS();
  });
}

describe("hosts.toml", () => {
  test.each<[string, Partial<RegistryForm>, string]>([
    [
      "docker.io falls back to where its registry really answers",
      {},
      'server = "https://registry-1.docker.io"\n\n[host."https://mirror.example.com"]\n  capabilities = ["pull"]\n',
    ],
    [
      "another upstream falls back to itself, with its port",
      { upstream: "registry.example.com:5000" },
      'server = "https://registry.example.com:5000"\n\n[host."https://mirror.example.com"]\n  capabilities = ["pull"]\n',
    ],
    [
      "mirrors are asked in their order, each with what it may do",
      {
        server: "https://quay.io/",
        upstream: "quay.io",
        mirrors: [
          { ...mirror, url: "https://a.example.com/v2/k8s/", overridePath: true },
          { ...mirror, url: "http://10.0.0.7:5000", capabilities: ["resolve", "pull"] },
        ],
      },
      `server = "https://quay.io"

[host."https://a.example.com/v2/k8s"]
  capabilities = ["pull"]
  override_path = true

[host."http://10.0.0.7:5000"]
  capabilities = ["pull", "resolve"]
`,
    ],
    [
      "authorities lie beside it",
      { upstream: "quay.io", mirrors: [{ ...mirror, ca: `# ours\n${pem}` }] },
      `server = "https://quay.io"

[host."https://mirror.example.com"]
  capabilities = ["pull"]
  ca = "/etc/containerd/certs.d/quay.io/mirror-1.crt"
`,
    ],
    [
      "quotes in a path cannot break out of the text",
      { mirrors: [{ ...mirror, url: 'https://mirror.example.com/a"]b' }] },
      'server = "https://registry-1.docker.io"\n\n[host."https://mirror.example.com/a%22]b"]\n  capabilities = ["pull"]\n',
    ],
  ])("%s", (_name, changes, expected) => {
    expect(validateRegistry({ ...form, ...changes }).output?.hostsToml).toBe(expected);
  });
});

test("the DaemonSet brings the file and the authorities onto every node, and new nodes wait for it", () => {
  const { output } = validateRegistry({ ...form, mirrors: [{ ...mirror, ca: pem }] });
  const [configMap, daemonSet] = documentsIn(output?.daemonSet ?? "");
  expect(configMap).toMatchObject({
    metadata: { name: "registry-docker-io", namespace: "kube-system" },
    data: { "hosts.toml": output?.hostsToml, "mirror-1.crt": pem },
  });
  const labels = { "node.gardener.cloud/critical-component": "true" };
  expect(daemonSet).toMatchObject({
    metadata: { labels },
    spec: {
      template: {
        metadata: { labels },
        spec: {
          tolerations: [
            { key: "node.gardener.cloud/critical-components-not-ready", operator: "Exists", effect: "NoSchedule" },
            {},
          ],
          volumes: [{}, { hostPath: { path: "/etc/containerd/certs.d/docker.io" } }],
        },
      },
    },
  });
});

test("the extension's part names the Secret with the authorities, and the Secret stands beside it", () => {
  const { output } = validateRegistry({
    ...form,
    mirrors: [mirror, { ...mirror, url: "https://b.example.com", ca: pem }],
  });
  const name = "registry-docker-io-mirror-2";
  expect(documentsIn(output?.extension ?? "")).toEqual([
    {
      spec: {
        extensions: [
          {
            type: "registry-mirror",
            providerConfig: {
              apiVersion: "mirror.extensions.gardener.cloud/v1alpha1",
              kind: "MirrorConfig",
              mirrors: [
                {
                  upstream: "docker.io",
                  hosts: [
                    { host: "https://mirror.example.com", capabilities: ["pull"] },
                    { host: "https://b.example.com", capabilities: ["pull"], caBundleSecretReferenceName: name },
                  ],
                },
              ],
            },
          },
        ],
        resources: [{ name, resourceRef: { apiVersion: "v1", kind: "Secret", name } }],
      },
    },
    { apiVersion: "v1", kind: "Secret", metadata: { name }, immutable: true, stringData: { "bundle.crt": pem } },
  ]);
});

describe("bad input is refused, and nothing is generated", () => {
  test.each<[string, string, RegExp]>([
    ["no upstream", " ", /is needed/],
    ["a scheme", "https://docker.io", /Only the host/],
    ["a path", "docker.io/library", /Only the host/],
    ["a way out of the directory", "..", /no host name/],
    ["capitals", "Docker.io", /no host name/],
    ["a port that is none", "a.example:0", /port/],
    ["a port beyond the last", "a.example:65536", /port/],
    ["two ports", "a.example:1:2", /port/],
    ["a blank inside", "a b", /no host name/],
    ["a quote", 'a".b', /no host name/],
  ])("upstream: %s", (_name, upstream, fault) => {
    const verdict = validateRegistry({ ...form, upstream });
    expect(verdict.upstream).toMatch(fault);
    expect(verdict.output).toBeUndefined();
  });

  test.each<[string, string, RegExp]>([
    ["nothing", "", /is needed/],
    ["no scheme", "mirror.example.com", /begins with/],
    ["another scheme", "ftp://mirror.example.com", /begins with/],
    ["a script", "javascript:alert(1)", /begins with/],
    ["no host", "https://", /no address/],
    ["a host that a parser would invent", "https:///mirror.example.com", /read the host as/],
    ["a number that is an address to parsers", "http://1", /read the host as 0\.0\.0\.1/],
    ["a port that is none", "https://a.example:99999", /no address/],
    ["a password", "https://me:secret@a.example", /no user/],
    ["a query", "https://a.example/?x=1", /without \?/],
    ["a fragment", "https://a.example#x", /without \?/],
    ["a blank", "https://a.exa mple", /blanks/],
    ["a new line", "https://a.example\n[host]", /blanks/],
    ["a backslash", "https://a.example\\b", /blanks/],
  ])("a mirror with %s", (_name, url, fault) => {
    const verdict = validateRegistry({ ...form, mirrors: [{ ...mirror, url }] });
    expect(verdict.mirrors[0]?.url).toMatch(fault);
    expect(verdict.output).toBeUndefined();
    const asServer = validateRegistry({ ...form, server: url });
    if (url !== "") expect(asServer.server).toMatch(fault);
  });

  test.each<[string, Partial<MirrorForm>, object]>([
    ["no capability", { capabilities: [] }, { capabilities: "A mirror without a capability is never asked." }],
    [
      "a capability that no node asks for",
      { capabilities: ["push"] },
      { capabilities: expect.stringMatching(/^push/) },
    ],
    ["a capability twice", { capabilities: ["pull", "pull"] }, { capabilities: "Each capability is named once." }],
    ["authorities that are no PEM", { ca: "MIIB" }, { ca: expect.stringMatching(/BEGIN CERTIFICATE/) }],
    ["a private key", { ca: `${pem}-----BEGIN PRIVATE KEY-----` }, { ca: expect.stringMatching(/private key/) }],
    [
      "half a certificate after a whole one",
      { ca: `${pem}-----BEGIN CERTIFICATE-----\nAB` },
      { ca: expect.any(String) },
    ],
    ["authorities without https", { url: "http://a.example", ca: pem }, { ca: expect.stringMatching(/Without https/) }],
    [
      "an overridden path that is none",
      { overridePath: true },
      { overridePath: expect.stringMatching(/needs the path/) },
    ],
    [
      "the upstream itself",
      { url: "https://registry-1.docker.io/" },
      { url: expect.stringMatching(/upstream itself/) },
    ],
  ])("a mirror with %s", (_name, changes, fault) => {
    const verdict = validateRegistry({ ...form, mirrors: [{ ...mirror, ...changes }] });
    expect(verdict.mirrors).toMatchObject([fault]);
    expect(verdict.output).toBeUndefined();
  });

  test("the same mirror twice, however it is spelled", () => {
    const verdict = validateRegistry({
      ...form,
      mirrors: [mirror, { ...mirror, url: "HTTPS://mirror.example.com:443/".toLowerCase() }],
    });
    expect(verdict.mirrors.map(({ url }) => url)).toEqual([undefined, "This mirror is named already."]);
    expect(verdict.output).toBeUndefined();
  });

  test.each([
    [0, /At least one/],
    [11, /More than 10/],
  ])("%i mirrors", (count, fault) => {
    const mirrors = Array.from({ length: count }, (_each, index) => ({ ...mirror, url: `https://m${index}.example` }));
    expect(validateRegistry({ ...form, mirrors }).list).toMatch(fault);
  });
});

test.each<[string, Partial<MirrorForm>, RegExp]>([
  ["plain http", { url: "http://a.example" }, /unencrypted/],
  ["a path without override", { url: "https://a.example/k8s" }, /asks https:\/\/a\.example\/k8s\/v2/],
  ["resolve", { capabilities: ["pull", "resolve"] }, /which image a tag means/],
])("%s is valid and worth a word", (_name, changes, hint) => {
  const verdict = validateRegistry({ ...form, mirrors: [{ ...mirror, ...changes }] });
  expect(verdict.mirrors[0]?.hints.join()).toMatch(hint);
  expect(verdict.output).toBeDefined();
});
