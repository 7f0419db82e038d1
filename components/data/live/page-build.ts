/** Build of this page, inlined by Next; undefined in development. */
const pageBuild = process.env.ALMANAC_BUILD;

/** Whether the server runs another build than the one that rendered this page. */
export function isOtherBuild(serverBuild: string | undefined, ours = pageBuild): boolean {
  return ours !== undefined && serverBuild !== undefined && serverBuild !== ours;
}
