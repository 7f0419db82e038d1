import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { findOrInstallChromium } from "#e2e/find-chromium.ts";
import { findFreePort, startProcess } from "#e2e/processes.ts";
import { formatKubeconfig } from "#garden/api/identity/kubeconfig.ts";
import { type BrowserTestTarget, browserTestTargetVariable } from "./browser/browser-test-target.ts";
import type { RealGarden } from "./start-real-garden.ts";

const root = path.resolve(import.meta.dirname, "..", "..");

/** Playwright's filter for test files by part of their name. A path above them can have the same word. */
export function filesNamed(part: string): readonly string[] {
  return part === "" ? [] : [`real-garden/browser/[^/]*${part}[^/]*$`];
}

interface BrowserOptions {
  /** Part of the names of the test files to run; all if empty. */
  readonly journeys: string;
  readonly say: (line: string) => void;
}

/**
 * Serves Almanac in front of the real garden and runs the browser tests of folder `browser/`: actions that need no
 * nodes, then visits of all pages as several users. The garden must already contain the demo landscape.
 * @returns whether all tests passed
 */
export async function runBrowser(
  { url, caPem, admin, tokens }: RealGarden,
  { journeys, say }: BrowserOptions,
): Promise<boolean> {
  const folder = await mkdtemp(path.join(tmpdir(), "real-garden-browser-"));
  const write = async (name: string, content: string): Promise<string> => {
    const file = path.join(folder, name);
    await writeFile(file, content, { mode: 0o600 });
    return file;
  };
  const users = [{ name: "almanac", token: tokens.almanac ?? "" }];
  const port = await findFreePort();
  const almanac = await startProcess({
    command: ["server/start/start.js"],
    environment: {
      PORT: String(port),
      KUBECONFIG: await write("kubeconfig", formatKubeconfig({ url, caPem, users })),
      LOG_LEVEL: "warn",
    },
    clock: "machine",
    ready: /Almanac {3}http/,
    log: path.join(folder, "almanac.log"),
  });
  try {
    const place: BrowserTestTarget = {
      origin: `http://localhost:${port}`,
      url,
      caPem,
      adminToken: admin.token,
      tokens,
    };
    findOrInstallChromium();
    say(`Almanac serves ${place.origin}`);
    const config = path.join(import.meta.dirname, "browser", "playwright.config.ts");
    const file = path.join(root, "node_modules", "@playwright", "test", "cli.js");
    const child = spawn(process.execPath, [file, "test", "--config", config, ...filesNamed(journeys)], {
      cwd: root,
      env: { ...process.env, [browserTestTargetVariable]: await write("place.json", JSON.stringify(place)) },
      stdio: ["ignore", "inherit", "inherit"],
    });
    const [code] = await once(child, "exit");
    return code === 0;
  } finally {
    await almanac.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
