import { readableRoutes, routeInventory } from "./route-inventory.ts";

// For whoever cannot load the routes themselves, such as a browser's test runner: they load the whole server.
process.stdout.write(
  JSON.stringify({
    readable: readableRoutes.map(({ path }) => path),
    streams: routeInventory.filter(({ kind }) => kind === "stream").map(({ path }) => path),
  }),
);
