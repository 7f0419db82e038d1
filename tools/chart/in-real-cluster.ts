import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { findKubectl } from "#tools/kubectl/find-kubectl.ts";
import { buildTools } from "#tools/real-garden/build-tools.ts";
import { installRoles } from "#tools/real-garden/install-roles.ts";
import { newestGardenerBuild } from "#tools/real-garden/release.ts";
import { startRealGarden } from "#tools/real-garden/start-real-garden.ts";
import { followInstallDocument } from "./follow-documents.ts";
import { defineCustomResources, installAllValueFiles, rotateReleaseKeys } from "./install-charts.ts";

const servers = ["etcd", "gardener-apiserver", "kube-apiserver", "roles"] as const;

/**
 * Installs the charts in a real kube-apiserver with gardener-apiserver, built from Go modules: no pods run, but objects
 * are admitted, and one Deployment is started like a kubelet would. Prints a message if Go is not installed.
 * @returns whether there are no errors
 */
export async function installInRealCluster(helm: string, say: (line: string) => void): Promise<boolean> {
  const tools = await buildTools(servers, newestGardenerBuild, say);
  if (tools === undefined) {
    say("install: skipped, there is no Go on the PATH to build an API server with");
    return true;
  }
  const folder = await mkdtemp(path.join(tmpdir(), "almanac-chart-"));
  const garden = await startRealGarden(tools, folder, newestGardenerBuild);
  try {
    await defineCustomResources(garden.admin);
    const faults: string[] = [];
    const step = async (words: string, found: Promise<readonly string[]>) => {
      const lines = await found;
      say(`${words}: ${lines.length} faults`);
      faults.push(...lines);
    };
    await step("installed, upgraded and rolled back with every set of values", installAllValueFiles(helm, garden));
    await step("keys rotated", rotateReleaseKeys(helm, garden));
    if (findKubectl(process.env.PATH ?? "").length > 0) {
      await installRoles(garden.admin, tools("roles"));
      await step("documents followed to a served page", followInstallDocument(helm, garden, say));
    } else say("documents: skipped, there is no kubectl on the PATH");
    for (const fault of faults) say(`FAIL  ${fault}`);
    say(`install: ${faults.length} faults`);
    return faults.length === 0;
  } finally {
    await garden.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
