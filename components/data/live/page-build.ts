/** The build that this page is of: Next writes it in. A page in development is of none. */
const pageBuild = process.env.ALMANAC_BUILD;

/** Whether a server that says this of itself was built from something else than this page. */
export function isOtherBuild(serverBuild: string | undefined, ours = pageBuild): boolean {
  return ours !== undefined && serverBuild !== undefined && serverBuild !== ours;
}
