import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { buildWhenNeeded } from "#server/start/build.ts";

const root = path.resolve(import.meta.dirname, "../../..");
/** Files and folders that a build needs, except for packages. */
const parts = ["app", "components", "lib", "public", "server"];
const files = ["instrumentation-client.ts", "instrumentation.ts", "next.config.js", "package.json"];
const moreFiles = ["postcss.config.mjs", "proxy.ts", "tsconfig.json"];

/** Another build of Almanac, in a subfolder of this repository. */
export interface OtherRelease {
  readonly folder: string;
  readonly version: string;
  remove(): Promise<void>;
}

/**
 * Builds Almanac under another version and with one more file, so that the build differs. The build is in a subfolder
 * of this repository, because it uses the same packages.
 */
export async function buildOtherRelease(version = "0.1.99-other"): Promise<OtherRelease> {
  const place = path.join(root, ".almanac");
  await mkdir(place, { recursive: true });
  const folder = await mkdtemp(path.join(place, "other-release-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    for (const name of [...parts, ...files, ...moreFiles]) {
      await cp(path.join(root, name), path.join(folder, name), { recursive: true });
    }
    await symlink(path.join(root, "node_modules"), path.join(folder, "node_modules"));
    const manifest = path.join(folder, "package.json");
    const text = await readFile(manifest, "utf8");
    await writeFile(manifest, text.replace(/"version": "[^"]+"/, `"version": "${version}"`));
    await writeFile(path.join(folder, "public", "other-release.txt"), version);
    await buildWhenNeeded({ root: folder, output: process.stdout });
    return { folder, version, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
