import "server-only";
import { enableCompileCache, flushCompileCache } from "node:module";
import path from "node:path";

// Before anything else is loaded, and beside the build, with which it goes. In the image it is there and only read.
enableCompileCache(path.resolve(import.meta.dirname, "../../.next/compiled"));
const { serve } = await import("./serve.ts");
await serve();
flushCompileCache();
// Nobody is served: it was for what was compiled.
if (process.argv.includes("--once")) process.exit();
