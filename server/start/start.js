import "server-only";
import * as nodeModule from "node:module";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

// Plain JavaScript that an older Node reads too, and before anything else is loaded.
const oldestNode = 24;
if (Number.parseInt(process.versions.node, 10) < oldestNode) {
  process.stderr.write(
    `Almanac cannot start. It needs Node ${oldestNode}, and this is ${process.version}. \`npm start\` runs the one that npm ci has installed.\n`,
  );
  process.exit(1);
}
// What strips types takes 20 MB, and nothing needs it that is kept beside the build. In the image all is there and only read.
nodeModule.enableCompileCache(resolve(dirname(fileURLToPath(import.meta.url)), "../../.next/compiled"));
const { serve } = await import("./serve.ts");
const isOnce = process.argv.includes("--once");
// Nobody is served then: it is for what is compiled, and all of it, on a slow machine too.
await serve(isOnce ? { warmUpPatienceMs: 600_000 } : {});
nodeModule.flushCompileCache();
if (isOnce) process.exit();
