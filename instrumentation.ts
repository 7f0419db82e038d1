/**
 * Starts the application with the development server, so that the first visitor does not wait for the garden. Elsewhere
 * it was started before Next.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs" || globalThis.almanacSlot !== undefined) return;
  const { almanac } = await import("#server/app/almanac.ts");
  await almanac();
}
