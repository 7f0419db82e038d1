import { setTimeout as pause } from "node:timers/promises";
import { findFreePort } from "#e2e/processes.ts";
import { runPodman } from "./podman.ts";

export interface ImageRun {
  /** HTTP status of each requested URL. `refusedWrites` is the number of files that could not be written. */
  readonly answers: Readonly<Record<string, number>>;
  readonly readyS: number;
  readonly refusedWrites: number;
  readonly exitCode: number;
}

const patienceS = 120;
/** Low resource limits, because podman's defaults fail for a root user without all capabilities. */
export const lowUlimitOptions = ["--ulimit", "nofile=1024:1024", "--ulimit", "nproc=1024:1024"];

/** Container options as in the chart (non-root, no capabilities, read-only, small /tmp), on this machine's network. */
export const restrictedRunOptions = [
  ...["--read-only", "--cap-drop=ALL", "--user", "65532:65532", "--security-opt", "no-new-privileges"],
  ...["--tmpfs", "/tmp:size=64m", "--network", "host", ...lowUlimitOptions],
];

/** Runs the image with the restrictions of the chart, then stops it. */
export async function runImage(name: string): Promise<ImageRun> {
  const port = await findFreePort();
  const settings = ["--env", `PORT=${port}`, "--env", "HOST=127.0.0.1"];
  const id = await runPodman(["run", "--detach", ...restrictedRunOptions, ...settings, name]);
  const begun = performance.now();
  try {
    const status = (path: string) => statusOf(`http://127.0.0.1:${port}${path}`);
    while ((await status("/readyz")) !== 200) {
      if (performance.now() - begun > patienceS * 1000) throw new Error(`not ready:\n${await runPodman(["logs", id])}`);
      await pause(200);
    }
    const readyS = (performance.now() - begun) / 1000;
    const answers: Record<string, number> = {};
    for (const path of ["/livez", "/readyz", "/login"]) answers[path] = await status(path);
    await runPodman(["stop", "--time", "20", id]);
    const log = await runPodman(["logs", id]);
    const exitCode = Number(await runPodman(["inspect", "--format", "{{.State.ExitCode}}", id]));
    return { answers, readyS, refusedWrites: log.match(/EROFS/g)?.length ?? 0, exitCode };
  } finally {
    await runPodman(["rm", "--force", id]);
  }
}

async function statusOf(url: string): Promise<number> {
  try {
    return (await fetch(url)).status;
  } catch {
    return 0;
  }
}
