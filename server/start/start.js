import "server-only";
import * as nodeModule from "node:module";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

// Plain JavaScript, first of all, so that an older Node can run it too.
const oldestNode = 24;
if (Number.parseInt(process.versions.node, 10) < oldestNode) {
  process.stderr.write(
    `Almanac cannot start. It needs Node ${oldestNode}, and this is ${process.version}. \`npm start\` runs the one that npm ci has installed.\n`,
  );
  process.exit(1);
}
// The compile cache makes type stripping, which takes 20 MB, unnecessary. In the image it is complete and read-only.
nodeModule.enableCompileCache(resolve(dirname(fileURLToPath(import.meta.url)), "../../.next/compiled"));
const { serve } = await import("./serve.ts");
const isOnce = process.argv.includes("--once");
// With `--once` nothing is served: it fills the compile cache completely, on slow machines too.
await serve(isOnce ? { warmUpPatienceMs: 600_000 } : {});
nodeModule.flushCompileCache();
if (isOnce) process.exit();
