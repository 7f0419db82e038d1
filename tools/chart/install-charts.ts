import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parse } from "yaml";
import { findKubectl } from "#tools/kubectl/find-kubectl.ts";
import { waitUntilTrue } from "#tools/real-garden/eventually.ts";
import { describeGardenRejection, type GardenAccess } from "#tools/real-garden/garden-access.ts";
import type { RealGarden } from "#tools/real-garden/start-real-garden.ts";
import { type ChartName, chartFolder, chartValueFiles } from "./charts.ts";
import { readNamespace } from "./cluster-objects.ts";
import { renderChart, runHelm, runProgram } from "./helm.ts";
import { customResourceFiles } from "./object-schemas.ts";

/** Custom resources that the charts create. */
export async function defineCustomResources(admin: GardenAccess): Promise<void> {
  const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  for (const file of await customResourceFiles()) {
    const answer = await admin.send({ method: "POST", path: definitions, body: parse(await readFile(file, "utf8")) });
    if (answer.code !== 201) throw new Error(`${file}: ${describeGardenRejection(answer)}`);
  }
  const served = [
    "/apis/gateway.networking.k8s.io/v1/httproutes",
    ...["servicemonitors", "podmonitors", "prometheusrules"].map((kind) => `/apis/monitoring.coreos.com/v1/${kind}`),
  ];
  for (const target of served) {
    await waitUntilTrue(
      `${target} is served`,
      async () => (await admin.send({ method: "GET", path: target })).code === 200,
    );
  }
}

export async function createNamespace(admin: GardenAccess, name: string): Promise<void> {
  // The namespace enforces the Pod Security Standard "restricted" for all pods.
  const labels = { "pod-security.kubernetes.io/enforce": "restricted" };
  const body = { apiVersion: "v1", kind: "Namespace", metadata: { name, labels } };
  const answer = await admin.send({ method: "POST", path: "/api/v1/namespaces", body });
  if (answer.code !== 201) throw new Error(`namespace ${name}: ${describeGardenRejection(answer)}`);
}

/**
 * Installs both charts with every set of values, dry-runs each object (if kubectl is available), upgrades each release
 * to the next set and back, and rolls it back; the API server must accept everything. Returns one line per error.
 */
export async function installAllValueFiles(helm: string, garden: RealGarden): Promise<readonly string[]> {
  const faults: string[] = [];
  const hasKubectl = findKubectl(process.env.PATH ?? "").length > 0;
  const act = async (words: readonly string[]): Promise<void> => {
    const { code, output, errors } = await runHelm(helm, words, garden.kubeconfig);
    if (code !== 0 || /unknown field|Warning:/.test(errors)) faults.push(`helm ${words.join(" ")}: ${errors}${output}`);
  };
  const chart = async (name: ChartName, namespace: string): Promise<void> => {
    const matrix = chartValueFiles(name);
    for (const [index, { name: values, file }] of matrix.entries()) {
      const words = ["upgrade", "--install", name, chartFolder(name), "--namespace", namespace];
      await act([...words, "--values", file]);
      if (hasKubectl) faults.push(...(await trialFaults(helm, garden, { name, file })));
      if (name === "almanac") faults.push(...(await podFaults(garden.admin, namespace, values)));
      const next = matrix[(index + 1) % matrix.length] ?? { file };
      await act([...words, "--values", next.file]);
      await act([...words, "--values", file]);
      // Upgrades fail if an immutable field changes. Chart almanac-garden keeps its namespace because of the feeds in
      // it, and Helm cannot roll back to another namespace; this chart is therefore only installed once more.
      const revisions = name === "almanac" ? ["2", "1"] : ["3"];
      for (const revision of revisions) await act(["rollback", name, revision, "--namespace", namespace]);
      if (name === "almanac") faults.push(...(await podFaults(garden.admin, namespace, `${values}, rolled back`)));
      await act(["uninstall", name, "--namespace", namespace]);
    }
  };
  await createNamespace(garden.admin, "almanac-matrix");
  await chart("almanac", "almanac-matrix");
  await chart("almanac-garden", "garden");
  return faults;
}

/**
 * Sends each object of a chart to the API server as a dry run with strict validation of unknown and duplicate fields.
 * Objects without a namespace are checked in namespace `default`.
 */
async function trialFaults(helm: string, garden: RealGarden, { name, file }: Trial): Promise<readonly string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "almanac-trial-"));
  try {
    const objects = path.join(folder, "objects.yaml");
    await writeFile(objects, await renderChart(helm, name, file));
    const how = ["--server-side", "--force-conflicts", "--dry-run=server", "--validate=strict"];
    const words = ["apply", ...how, "--filename", objects];
    const { code, output, errors } = await runProgram("kubectl", words, { KUBECONFIG: garden.kubeconfig });
    return code === 0 && errors === "" ? [] : [`${name} with ${path.basename(file)}, tried: ${errors}${output}`];
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Trial {
  readonly name: ChartName;
  /** Name of the values file. */
  readonly file: string;
}

/** The API server's response to a pod as the Deployment controller would create it, as a dry run. */
async function podFaults(admin: GardenAccess, namespace: string, values: string): Promise<readonly string[]> {
  const { metadata, spec } = await readNamespace(admin, namespace).template("almanac");
  const body = { apiVersion: "v1", kind: "Pod", metadata: { ...metadata, name: "almanac-pod" }, spec };
  const pods = `/api/v1/namespaces/${namespace}/pods?dryRun=All&fieldValidation=Strict`;
  const answer = await admin.send({ method: "POST", path: pods, body });
  if (answer.code === 201 && answer.warnings.length === 0) return [];
  return [`a pod with ${values}: ${answer.code} ${describeGardenRejection(answer)} ${answer.warnings.join("; ")}`];
}

/** Rotates the keys of a release, and upgrades the release without a rotation. Returns one line per error. */
export async function rotateReleaseKeys(helm: string, garden: RealGarden): Promise<readonly string[]> {
  const namespace = "almanac-rotation";
  await createNamespace(garden.admin, namespace);
  const values = chartValueFiles("almanac").find(({ name }) => name === "defaults");
  const faults: string[] = [];
  const keysWith = async (rotation: number): Promise<Readonly<Record<string, string>>> => {
    const words = ["upgrade", "--install", "almanac", chartFolder("almanac"), "--namespace", namespace];
    const set = ["--values", values?.file ?? "", "--set", `session.rotation=${rotation}`];
    const { code, errors } = await runHelm(helm, [...words, ...set], garden.kubeconfig);
    if (code !== 0) faults.push(errors);
    return readNamespace(garden.admin, namespace).secret("almanac-session");
  };
  const first = await keysWith(1);
  const same = await keysWith(1);
  const second = await keysWith(2);
  const third = await keysWith(3);
  const secret = `/api/v1/namespaces/${namespace}/secrets/almanac-session`;
  await garden.admin.send({ method: "DELETE", path: secret });
  const replaced = await keysWith(3);
  const bytes = [first, third].flatMap(Object.values).map((key) => Buffer.from(key, "base64").byteLength);
  const rules: readonly (readonly [boolean, string])[] = [
    [bytes.length === 6 && bytes.every((count) => count === 32), "each key has 32 bytes"],
    [new Set([...Object.values(first), second.next, third.next]).size === 5, "each key is another"],
    [JSON.stringify(same) === JSON.stringify(first), "an upgrade keeps the keys"],
    [second.current === first.next && second.previous === first.current, "a rotation moves the keys"],
    [!Object.values(replaced).some((key) => Object.values(third).includes(key)), "keys that are deleted are replaced"],
    [third.current === second.next && third.previous === second.current, "a second rotation moves them on"],
  ];
  return [...faults, ...rules.flatMap(([holds, rule]) => (holds ? [] : [`not so: ${rule}`]))];
}
