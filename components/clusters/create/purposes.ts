/** Purposes that a user can choose, with their labels; they are values of the API. */
export const purposes = ["evaluation", "development", "testing", "production"].map((each) => [each, each] as const);
