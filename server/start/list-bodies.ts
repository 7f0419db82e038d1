/** Program of the build that prints which routes and methods accept a request body, and its maximum size. */
import "server-only";
import { appFiles } from "./app-files.ts";
import type { RouteBodyRule } from "./front-server/route-body-rules.ts";
import { routeRules } from "./route-rules.ts";

const taken: RouteBodyRule[] = [];
for (const { path, file } of appFiles("route.ts")) {
  for (const [method, { body }] of await routeRules(file)) {
    if (body.mostBytes > 0) taken.push({ method, path, mostBytes: body.mostBytes });
  }
}
process.stdout.write(JSON.stringify(taken));
