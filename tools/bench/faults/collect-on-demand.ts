/** Loaded into a server with --import, beside --expose-gc: collects garbage when its parent asks for it. */
process.on("message", (message) => {
  if (message !== "collect") return;
  globalThis.gc?.();
  process.send?.("collected");
});
process.channel?.unref();
