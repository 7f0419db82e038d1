import { execFileSync } from "node:child_process";
import path from "node:path";
import { z } from "zod";

const printed = z.object({ readable: z.array(z.string()), streams: z.array(z.string()) });

/** The routes that can be read, as their handlers say. Loading them needs React's server condition, hence a process. */
export function appRoutes(): z.infer<typeof printed> {
  const script = path.resolve(import.meta.dirname, "..", "server", "testing", "print-routes.ts");
  const text = execFileSync(process.execPath, ["--conditions=react-server", script], { encoding: "utf8" });
  return printed.parse(JSON.parse(text));
}
