import "server-only";
import { enableCompileCache, flushCompileCache } from "node:module";
import path from "node:path";

// Plain JavaScript, and before anything else is loaded: what strips types takes 20 MB, and nothing needs it that is kept
// beside the build. In the image all is there and only read.
enableCompileCache(path.resolve(import.meta.dirname, "../../.next/compiled"));
const { serve } = await import("./serve.ts");
const isOnce = process.argv.includes("--once");
// Nobody is served then: it is for what is compiled, and all of it, on a slow machine too.
await serve(isOnce ? { warmUpPatienceMs: 600_000 } : {});
flushCompileCache();
if (isOnce) process.exit();
