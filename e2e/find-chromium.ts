import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";

/** Of two lists of features Chromium takes the last: these are Playwright's own (`find-chromium.test.ts` holds them to that). */
export const disabledByPlaywright: readonly string[] = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "msForceBrowserSignIn",
  "msEdgeUpdateLaunchServicesPreferredVersion",
];

/** Suggestions below the address bar: two pages of the browser's own, for which each new window takes 0.7 s of processor. */
const suggestions = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"];

/** It runs as root, and asks nobody for anything but the pages that it is told to open. */
export const chromiumArgs: readonly string[] = [
  "--no-sandbox",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  `--disable-features=${[...disabledByPlaywright, ...suggestions].join()}`,
];

// The shell first: without windows, tool bars and what draws them, a journey costs half as much.
const candidates = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/google-chrome"];

/** A Chromium on this machine: CHROMIUM_PATH, Debian's headless shell or browser, or Google's; undefined without one. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== "") return named;
  return candidates.find(isExecutable);
}

/**
 * As findChromium, but where none is found and this process may, it installs Debian's package. Elsewhere Playwright
 * brings its own, and the answer is undefined.
 */
export function findOrInstallChromium(): string | undefined {
  const found = findChromium();
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && isExecutable("/usr/bin/apt-get")) {
    run("apt-get", ["update"]);
    run("apt-get", ["install", "--yes", "--no-install-recommends", "chromium-headless-shell", "fonts-liberation"]);
    return findChromium();
  }
  run("playwright", ["install", "chromium"]);
  return undefined;
}

function run(command: string, parameters: readonly string[]): void {
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const { status } = spawnSync(command, parameters, { stdio: ["ignore", "ignore", "inherit"], env: environment });
  if (status !== 0) throw new Error(`${command} ${parameters.join(" ")} ended with ${status}`);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false; // absent or not ours to run: both mean "look further"
  }
}
