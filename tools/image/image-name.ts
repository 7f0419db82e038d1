/** Local name of the image built by `npm run image`. */
export const imageName = "localhost/almanac:try";

/** Label that contains a hash of the sources from which the image was built. */
export const sourcesLabel = "garden.almanac.sources";
