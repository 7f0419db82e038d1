import { registerHooks } from "node:module";

// Resolves two modules as Next.js does, for tests in Node.js. Browser and server code run in one test process, so
// React's server condition applies to the module `server-only` only.
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === "next/server") return next("next/server.js", context);
    if (specifier !== "server-only") return next(specifier, context);
    return next(specifier, { ...context, conditions: [...context.conditions, "react-server"] });
  },
});
