import { readableRoutes, routeInventory } from "./route-inventory.ts";

// A program for tools that cannot import the routes, such as the browser test runner: routes load the whole server.
process.stdout.write(
  JSON.stringify({
    readable: readableRoutes.map(({ path }) => path),
    streams: routeInventory.filter(({ kind }) => kind === "stream").map(({ path }) => path),
  }),
);
