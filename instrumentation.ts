/** Starts the application with the server, so that the first visitor does not wait for the garden. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { almanac } = await import("#server/app/almanac.ts");
  await almanac();
}
