import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type EmbeddedGarden, startEmbeddedGarden } from "#garden/start-embedded-garden.ts";
import { makeClusterAdmin } from "#garden/testing/make-cluster-admin.ts";
import type { KubectlBench, KubectlCheck, RunOptions } from "./check.ts";
import { accessChecks } from "./checks/access.ts";
import { applyingChecks } from "./checks/applying.ts";
import { robustnessChecks } from "./checks/bearing.ts";
import { cloudProfileChecks } from "./checks/cloud-profiles.ts";
import { discoveringChecks } from "./checks/discovering.ts";
import { projectChecks } from "./checks/projects.ts";
import { readingChecks } from "./checks/reading.ts";
import { shootClusterChecks } from "./checks/shoot-clusters.ts";
import { shootWorkloadChecks } from "./checks/shoot-workloads.ts";
import { watchingChecks } from "./checks/watching.ts";
import { writingChecks } from "./checks/writing.ts";
import type { Kubectl } from "./find-kubectl.ts";
import { type CommandLine, type FollowedCommand, followCommand, runCommand } from "./kubectl-run.ts";

/** All checks in the order of their execution. The last group restarts the garden. */
export const kubectlChecks: readonly KubectlCheck[] = [
  ...discoveringChecks,
  ...readingChecks,
  ...watchingChecks,
  ...writingChecks,
  ...applyingChecks,
  ...accessChecks,
  ...projectChecks,
  ...cloudProfileChecks,
  ...shootClusterChecks,
  ...shootWorkloadChecks,
  ...robustnessChecks,
];

export interface CheckResult {
  readonly check: string;
  /** Error message; undefined if the check succeeds. */
  readonly failure: string | undefined;
}

/** Runs checks one after the other with one kubectl, in a separate garden. */
export async function runChecks(
  kubectl: Kubectl,
  wanted: readonly KubectlCheck[],
  onResult: (result: CheckResult) => void = () => undefined,
): Promise<readonly CheckResult[]> {
  const bench = await openBench(kubectl);
  const results: CheckResult[] = [];
  try {
    for (const check of wanted) {
      const result = { check: check.name, failure: await failureOf(check, bench) };
      results.push(result);
      onResult(result);
    }
  } finally {
    await bench.close();
  }
  return results;
}

async function failureOf(check: KubectlCheck, bench: KubectlBench): Promise<string | undefined> {
  try {
    await check.run(bench);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

type OpenBench = KubectlBench & { readonly close: () => Promise<void> };

/** Flows take almost no time, and nothing happens automatically. */
const gardenOptions = { pace: 1000, shoots: 500, life: false };

async function openBench({ file }: Kubectl): Promise<OpenBench> {
  const folder = await mkdtemp(path.join(tmpdir(), "kubectl-checks-"));
  const kubeconfigFile = path.join(folder, "kubeconfig");
  const env: Readonly<Record<string, string>> = {
    PATH: process.env.PATH ?? "",
    HOME: folder,
    KUBECONFIG: kubeconfigFile,
  };
  const followed: FollowedCommand[] = [];
  let garden: EmbeddedGarden = await startEmbeddedGarden({ ...gardenOptions, kubeconfigFile });
  // The checks test kubectl, not Gardener's roles, so the user gets all permissions.
  makeClusterAdmin(garden, "operator");
  const port = Number(new URL(garden.url).port);

  const command = (args: readonly string[], { context, input, env: more = {} }: RunOptions = {}): CommandLine => ({
    file,
    args: context === undefined ? args : [`--context=${context}`, ...args],
    env: { ...env, ...more },
    input,
  });
  const write = async (name: string, content: string | object): Promise<string> => {
    const target = path.join(folder, name);
    await writeFile(target, typeof content === "string" ? content : JSON.stringify(content));
    return target;
  };

  return {
    garden: () => garden,
    kubectl: (args, options) => runCommand(command(args, options)),
    follow: (args, options) => {
      const following = followCommand(command(args, options));
      followed.push(following);
      return following;
    },
    write,
    writeScript: async (name, lines) => {
      const script = await write(name, ["#!/bin/sh", "set -e", ...lines, ""].join("\n"));
      await chmod(script, 0o700);
      return script;
    },
    commandLine: file,
    stopGarden: () => garden.stop(),
    startGarden: async () => {
      garden = await startEmbeddedGarden({ ...gardenOptions, kubeconfigFile, port });
    },
    close: async () => {
      await Promise.all(followed.map((following) => following.stop()));
      await garden.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
