import { spawnSync } from "node:child_process";
import { findExecutable, isExecutable } from "./find-executable.ts";

/** Features Playwright disables, repeated as Chromium applies only the last list; `find-chromium.test.ts` compares. */
export const featuresDisabledByPlaywright: readonly string[] = [
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

/** Suggestions below the address bar: two internal pages, whose loading costs 0.7 s of processor time per window. */
const suggestions = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"];

/** Command line arguments of Chromium. It runs as root and only loads the pages that tests open. */
export const chromiumArgs: readonly string[] = [
  "--no-sandbox",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  `--disable-features=${[...featuresDisabledByPlaywright, ...suggestions].join()}`,
];

// The headless shell comes first: tests take half as long without windows, toolbars and their rendering.
const candidates = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/google-chrome"];

/** Path of a Chromium: CHROMIUM_PATH, Debian's headless shell or browser, or Google Chrome; undefined if none. */
export function findChromium(): string | undefined {
  return findExecutable("CHROMIUM_PATH", candidates);
}

/**
 * Like findChromium, but installs Debian's package if there is none and this process is allowed to. Without either, the
 * result is undefined, and Playwright uses its own browser.
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
