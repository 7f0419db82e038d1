import "server-only";
import path from "node:path";
import { buildWhenNeeded } from "./build.ts";

await buildWhenNeeded(path.resolve(import.meta.dirname, "..", ".."), (text) => void process.stdout.write(text));
