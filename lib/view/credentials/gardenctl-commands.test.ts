import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import {
  type GardenctlTarget,
  gardenctlKubectlEnv,
  gardenctlProviderEnv,
  gardenctlSetGarden,
  gardenctlSsh,
  gardenctlTarget,
} from "./gardenctl-commands.ts";

const checkout = { garden: "harborline", project: "shop", shoot: "checkout" };
const flags = "--garden harborline --project shop --shoot checkout";

test("each line names garden, project and cluster, so that it depends on no earlier one", () => {
  expect(gardenctlTarget(checkout)).toBe(`gardenctl target ${flags}`);
  expect(gardenctlSsh(checkout, "shoot--shop--checkout-a-1")).toBe(`gardenctl ssh shoot--shop--checkout-a-1 ${flags}`);
  expect(gardenctlSsh(checkout)).toBe(`gardenctl ssh ${flags}`);
  expect(gardenctlKubectlEnv(checkout)).toBe(`eval "$(gardenctl kubectl-env bash ${flags})"`);
  expect(gardenctlProviderEnv(checkout)).toBe(`eval "$(gardenctl provider-env bash ${flags})"`);
});

test("a garden that does not tell its identity is left out", () => {
  expect(gardenctlTarget({ ...checkout, garden: undefined })).toBe("gardenctl target --project shop --shoot checkout");
});

/** The arguments that a shell passes to gardenctl, which this shell function replaces. */
function argumentsIn(line: string): readonly string[] {
  const script = `gardenctl() { for word in "$@"; do printf '%s\\0' "$word"; done >&2; }\n${line}`;
  const options = { encoding: "utf8", env: { ...process.env, HOME: "/home/a b" } } as const;
  return execFileSync("sh", ["-c", `exec 2>&1\n${script}`], options)
    .split("\0")
    .slice(0, -1);
}

test("a shell passes odd names on as they are, also within an evaluated command", () => {
  const odd: GardenctlTarget = { garden: `it's "$(id)" \`x\``, project: "a b;c", shoot: "*" };
  const given = ["--garden", odd.garden, "--project", odd.project, "--shoot", odd.shoot];
  expect(argumentsIn(gardenctlTarget(odd))).toEqual(["target", ...given]);
  expect(argumentsIn(gardenctlSsh(odd, "no de"))).toEqual(["ssh", "no de", ...given]);
  expect(argumentsIn(gardenctlProviderEnv(odd))).toEqual(["provider-env", "bash", ...given]);
  expect(argumentsIn(gardenctlKubectlEnv(odd))).toEqual(["kubectl-env", "bash", ...given]);
});

test("the kubeconfig of a garden is named by a path in the home directory", () => {
  expect(argumentsIn(gardenctlSetGarden("live 1", "kube config.yaml"))).toEqual([
    ...["config", "set-garden", "live 1", "--kubeconfig", "/home/a b/kube config.yaml"],
  ]);
});
