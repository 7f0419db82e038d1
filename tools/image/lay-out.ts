import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, globSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "#.ci/source-files.ts";
import { takenBodiesFile } from "#server/start/door/taken-bodies.ts";
import { sourceHash } from "#server/start/source-hash.ts";
import { releaseVersion } from "#tools/release/release-version.ts";
import { imageSbom } from "#tools/release/sbom.ts";
import { packagesIn, systemPackagesOf } from "./find-contents.ts";
import { traceServer } from "./trace-server.ts";

/**
 * Lays out below a folder all that the image holds, for deploy/Dockerfile: Node and the libraries it is linked with, the
 * build, our server, and of each package the files that they need. No shell, no npm, nothing to build with.
 */
const [image = ""] = process.argv.slice(2);
if (!path.isAbsolute(image)) throw new Error("usage: node tools/image/lay-out.ts /FOLDER");
const almanac = path.join(image, "almanac");

function copy(from: string, to: string): void {
  mkdirSync(path.dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
}

function copyOurs(file: string): void {
  copy(path.join(root, file), path.join(almanac, file));
}

/** Next's own: pages, routes, and what they need. What starts it is ours; images are never made smaller. */
function copyBuild(): void {
  const standalone = path.join(root, ".next", "standalone");
  const isOurs = (file: string) => !/^(server\.js|node_modules\/(sharp|@img)(\/|$))|\.map$/.test(file);
  cpSync(standalone, almanac, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (from) => isOurs(path.relative(standalone, from)),
  });
  copyOurs(".next/static");
  copyOurs(path.join(".next", takenBodiesFile));
}

/** With what `ldd` names, the libraries and what loads them; answers where these lie on this machine. */
function copyNode(): readonly string[] {
  const node = realpathSync(process.execPath);
  copy(node, path.join(image, "usr/local/bin/node"));
  const linked = execFileSync("ldd", [node], { encoding: "utf8" });
  return Array.from(linked.matchAll(/(\/\S+) \(0x/g), ([, file = ""]) => {
    copy(realpathSync(file), path.join(image, file));
    return realpathSync(file);
  });
}

function writeSbom(libraries: readonly string[]): void {
  const words = ["sbom", "--sbom-format", "cyclonedx"];
  const ofNpm: unknown = JSON.parse(execFileSync("npm", words, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 }));
  const contents = { packages: packagesIn(almanac, root), system: systemPackagesOf(libraries) };
  const facts = { version: releaseVersion(), seed: sourceHash(root), node: process.versions.node, contents };
  write("almanac/sbom.cdx.json", `${JSON.stringify(imageSbom(ofNpm, facts), null, 2)}\n`);
}

function write(file: string, text: string): void {
  mkdirSync(path.join(image, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(image, file), text);
}

copyBuild();
for (const file of await traceServer()) copyOurs(file);
// Their names are the list of what is warmed up.
for (const file of globSync("app/**/{page.tsx,route.ts}", { cwd: root })) copyOurs(file);
for (const file of ["public", "LICENSE"]) copyOurs(file);
// It is built: from what lies there.
write("almanac/.next/almanac-sources", sourceHash(almanac));
writeSbom(copyNode());
write("etc/passwd", "nobody:x:65532:65532::/nonexistent:/nonexistent\n");
write("etc/group", "nobody:x:65532:\n");
write("etc/nsswitch.conf", "hosts: files dns\n");
mkdirSync(path.join(image, "tmp"));
chmodSync(path.join(image, "tmp"), 0o1777);
