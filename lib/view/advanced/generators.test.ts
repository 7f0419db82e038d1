import { describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { validateContainerd } from "./containerd-config.ts";
import { criticalDaemonSetManifestOf, csiDriverManifestOf } from "./critical-daemon-set-manifest-of.ts";

function documentsIn(text: string | undefined): unknown[] {
  return parseAllDocuments(text ?? "").map((document) => document.toJS());
}

describe("a file for containerd", () => {
  const toml = 'version = 3\n\n[plugins."io.containerd.cri.v1.runtime"]\n  enable_selinux = true # as told\n';

  test("comes onto the nodes where containerd looks for it", () => {
    const verdict = validateContainerd({ file: "50-own.toml", toml });
    expect(documentsIn(verdict.daemonSet)).toMatchObject([
      { kind: "ConfigMap", metadata: { name: "containerd-50-own" }, data: { "50-own.toml": toml } },
      { spec: { template: { spec: { volumes: [{}, { hostPath: { path: "/etc/containerd/conf.d" } }] } } } },
    ]);
    expect(verdict.hints.join()).toMatch(/whole tables/);
  });

  test.each([
    "own",
    "own.TOML",
    "../own.toml",
    "/own.toml",
    "-own.toml",
    ".toml",
    "a b.toml",
    `${"a".repeat(90)}.toml`,
  ])("is not called %s", (file) => {
    const verdict = validateContainerd({ file, toml });
    expect(verdict.file).toMatch(/ends in \.toml/);
    expect(verdict.daemonSet).toBeUndefined();
  });

  test.each<[string, string, RegExp]>([
    ["nothing", " \n", /Without content/],
    ["a line that is nothing", "version = 2\nhello world\n", /Line 2 is neither/],
    ["a table that is not closed", "[plugins\n", /Line 1 is neither/],
    ["a key without a value", "version =\n", /Line 1 is neither/],
    ["imports", 'imports = ["/x"]\n', /manages imports/],
    ["config_path", '[plugins."io.containerd.grpc.v1.cri".registry]\n  config_path = "/x"\n', /manages config_path/],
    ["a version that is none", "version = 9\n", /version 2, 3 and 4/],
    ["too much", `a = "${"b".repeat(100_001)}"\n`, /more than a ConfigMap/],
  ])("does not hold %s", (_name, content, fault) => {
    const verdict = validateContainerd({ file: "own.toml", toml: content });
    expect(verdict.toml).toMatch(fault);
    expect(verdict.daemonSet).toBeUndefined();
  });

  test.each<[string, string]>([
    ["a list over several lines", 'version = 2\na = [\n  "b",\n  "c", # ]\n]\nd = 1\n'],
    ["a text over several lines", 'version = 2\na = """\nhello world\n"""\n'],
    ["tables of tables and quoted keys", '[[a."b.c".d]]\n"e f" = 1\n'],
    ["line ends of Windows", "version = 2\r\na = 1\r\n"],
  ])("may hold %s", (_name, content) => {
    expect(validateContainerd({ file: "own.toml", toml: content })).toMatchObject({ daemonSet: expect.any(String) });
  });

  test.each<[string, string, RegExp]>([
    ["no version", "a = 1\n", /version 1/],
    ["a table of old", 'version = 2\n[plugins."io.containerd.grpc.v1.cri"]\na = 1\n', /io\.containerd\.cri\.v1/],
  ])("%s is worth a word", (_name, content, hint) => {
    expect(validateContainerd({ file: "own.toml", toml: content }).hints.join()).toMatch(hint);
  });

  test("a hostile text takes no time", () => {
    const started = performance.now();
    for (const text of ["a".repeat(99_000), "[".repeat(99_000), `${"a.".repeat(49_000)}\n`, "a.a ".repeat(20_000)]) {
      expect(validateContainerd({ file: "own.toml", toml: text }).toml).toBeDefined();
    }
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe("marks of one's own components", () => {
  test("a DaemonSet carries the label twice and tolerates the taint", () => {
    const labels = { "node.gardener.cloud/critical-component": "true" };
    expect(documentsIn(criticalDaemonSetManifestOf(" node-problem-detector ").yaml)).toEqual([
      {
        apiVersion: "apps/v1",
        kind: "DaemonSet",
        metadata: { name: "node-problem-detector", namespace: "kube-system", labels },
        spec: {
          template: {
            metadata: { labels },
            spec: {
              tolerations: [
                { key: "node.gardener.cloud/critical-components-not-ready", operator: "Exists", effect: "NoSchedule" },
              ],
            },
          },
        },
      },
    ]);
  });

  test("nothing is written as a reference to something above: people copy parts of it", () => {
    const texts = [
      criticalDaemonSetManifestOf("a").yaml,
      csiDriverManifestOf("a.b").yaml,
      validateContainerd({ file: "a.toml", toml: "a = 1" }).daemonSet,
    ];
    for (const text of texts) expect(text).not.toMatch(/: [&*]/);
  });

  test("a CSI driver: nodes wait for its registration, and the clean-up leaves the controller alone", () => {
    const [plugin, controller] = documentsIn(csiDriverManifestOf("cinder.csi.example.org").yaml);
    expect(plugin).toMatchObject({
      spec: {
        template: {
          metadata: {
            labels: { "node.gardener.cloud/critical-component": "true" },
            annotations: { "node.gardener.cloud/wait-for-csi-node-cinder": "cinder.csi.example.org" },
          },
        },
      },
    });
    expect(controller).toMatchObject({
      kind: "Deployment",
      metadata: { labels: { "shoot.gardener.cloud/no-cleanup": "true" } },
    });
  });

  test("the key of the annotation stays within what Kubernetes takes", () => {
    const driver = `${"a".repeat(44)}-${"b".repeat(10)}.io`;
    const [plugin] = documentsIn(csiDriverManifestOf(driver).yaml);
    const keys = JSON.stringify(plugin).match(/wait-for-csi-node-[a-z-]+/g) ?? [];
    expect(keys).toEqual([`wait-for-csi-node-${"a".repeat(44)}`]);
    expect(keys[0]?.length).toBeLessThanOrEqual(63);
  });

  test.each([
    "",
    "  ",
    "CSI.example.com",
    "https://csi.example.com",
    "a_b.example",
    "a..b",
    "-a",
    "a/b",
    `${"a".repeat(64)}`,
  ])("%j is no driver", (driver) => {
    expect(csiDriverManifestOf(driver)).toEqual({ fault: expect.any(String) });
  });

  test.each(["", "Own", "a b", "a/b", "a".repeat(254)])("%j is no DaemonSet", (name) => {
    expect(criticalDaemonSetManifestOf(name)).toEqual({ fault: expect.any(String) });
  });
});
