/** The image as `npm run image` leaves it on this machine. */
export const imageName = "localhost/almanac:try";

/** Says what it was built from. */
export const sourcesLabel = "garden.almanac.sources";
