/**
 * Starts the application together with the development server, so that the first request does not wait for the garden.
 * In production, the application is started before Next.js.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs" || globalThis.almanacSlot !== undefined) return;
  const { getRunningGardens: almanac } = await import("#server/app/almanac.ts");
  await almanac();
}
