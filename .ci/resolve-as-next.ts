import { registerHooks } from "node:module";

// Next finds these two in ways of its own, and Node loads the tests. In one process tests run the browser's half, with
// React as browsers get it, beside the server's, so that React's server condition may hold for nothing else.
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === "next/server") return next("next/server.js", context);
    if (specifier !== "server-only") return next(specifier, context);
    return next(specifier, { ...context, conditions: [...context.conditions, "react-server"] });
  },
});
