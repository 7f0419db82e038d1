/** A screenshot of the documents, stored as docs/images/<name>-light.png and -dark.png. */
export interface Picture {
  readonly name: string;
  readonly path: string;
  /** Whether the page has a chart, which is loaded after the page. */
  readonly hasChart?: true;
}

const cluster = "/clusters/payments/acquiring";

export const pictures: readonly Picture[] = [
  { name: "overview", path: "/", hasChart: true },
  { name: "clusters", path: "/clusters" },
  { name: "time-line", path: cluster },
  { name: "updates", path: `${cluster}/updates` },
  { name: "credentials", path: `${cluster}/credentials` },
  { name: "calendar", path: "/calendar" },
  { name: "versions", path: "/versions/kubernetes" },
  { name: "seeds", path: "/seeds" },
  { name: "end-of-a-version", path: "/versions/whatif?profile=gcp&version=1.33.12", hasChart: true },
];
