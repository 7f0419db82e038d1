import "server-only";
import { enableCompileCache, flushCompileCache } from "node:module";
import path from "node:path";

// Plain JavaScript, and before anything else is loaded: what strips types takes 20 MB, and nothing needs it that is kept
// beside the build. In the image all is there and only read.
enableCompileCache(path.resolve(import.meta.dirname, "../../.next/compiled"));
const { serve } = await import("./serve.ts");
await serve();
flushCompileCache();
// Nobody is served: it was for what was compiled.
if (process.argv.includes("--once")) process.exit();
