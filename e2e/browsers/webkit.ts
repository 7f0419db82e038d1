import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "@playwright/test";
import { findExecutable } from "../find-executable.ts";
import { findFreePort, stopProcess } from "../processes.ts";
import { takeFaults, watchDocument } from "./document-faults.ts";
import type { TourBrowserKind } from "./tour-browser.ts";
import { openWebDriverSession } from "./web-driver-session.ts";

const driver = findExecutable("WEBKIT_DRIVER_PATH", ["/usr/bin/WebKitWebDriver"]);
const screen = findExecutable("XVFB_PATH", ["/usr/bin/Xvfb"]);

/** WebKitGTK in its MiniBrowser, on a virtual screen. */
export const webkit: TourBrowserKind = {
  name: "WebKit",
  narrow: 447,
  missing: findMissing(),
  async start(folder) {
    const shown = await startScreen();
    const port = await findFreePort();
    const downloads = path.join(folder, "downloads");
    const child = spawn(driver ?? "", [`--port=${port}`, "--host=127.0.0.1"], {
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        ...(await homeIn(folder, downloads)),
        DISPLAY: shown.display,
        GDK_BACKEND: "x11",
        LANG: "en_US.UTF-8",
        TZ: "UTC",
      },
    });
    // The output is closed when the last process of the browser has exited.
    child.stdout.resume();
    child.stderr.resume();
    const closed = once(child, "close");
    const stopAll = async () => {
      await stopProcess(child);
      await closed;
      await stopProcess(shown.child);
    };
    const session = await openWebDriverSession(`http://127.0.0.1:${port}`, { pageLoadStrategy: "none" }).catch(
      async (error: unknown) => {
        await stopAll();
        throw error;
      },
    );
    const seen: string[] = [];
    const faults = async () => {
      seen.push(...(await session.run(takeFaults, undefined)));
      return seen;
    };
    return {
      async open(url) {
        await faults();
        const before = await session.run(() => performance.timeOrigin, undefined);
        await session.command("url", { url });
        // WebDriver does not report errors of pages, so a script in the page records them from its start on.
        await expect.poll(() => session.run(watchDocument, before), { intervals: [5, 10, 20, 50] }).toBe("complete");
      },
      evaluate: session.run,
      clickAt: session.clickAt,
      resize: async (width, height) => void (await session.command("window/rect", { width, height })),
      picture: session.picture,
      faults,
      downloads,
      async close() {
        await session.end();
        await stopAll();
      },
    };
  },
};

function findMissing(): string | undefined {
  if (driver === undefined) return "there is no WebKitWebDriver (WEBKIT_DRIVER_PATH, Debian's webkit2gtk-driver)";
  return screen === undefined ? "there is no Xvfb (XVFB_PATH, Debian's xvfb)" : undefined;
}

async function startScreen(): Promise<{ readonly display: string; readonly child: ChildProcess }> {
  const parameters = ["-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"];
  const child = spawn(screen ?? "", parameters, { stdio: ["ignore", "pipe", "ignore"] });
  const [number] = await once(child.stdout, "data");
  return { display: `:${String(number).trim()}`, child };
}

/** Environment with a home folder of its own. */
async function homeIn(folder: string, downloads: string): Promise<Readonly<Record<string, string>>> {
  const config = path.join(folder, "config");
  for (const each of [downloads, config]) await mkdir(each);
  await writeFile(path.join(config, "user-dirs.dirs"), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
  return { HOME: folder, XDG_CONFIG_HOME: config, XDG_CACHE_HOME: folder, XDG_DATA_HOME: folder };
}
