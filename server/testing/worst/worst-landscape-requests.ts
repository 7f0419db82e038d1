import { announcementLimits } from "#lib/contract/announcements/announcements.ts";
import { plain, type WorstRequest } from "./worst-profile-requests.ts";

/** The most expensive requests about what operators run and say. */
export const worstLandscapeRequests: readonly (readonly [route: string, requests: readonly WorstRequest[]])[] = [
  ["GET /api/landscape-configuration", plain],
  ["GET /api/seeds/[seed]/scheduling", plain],
  [
    "POST /api/seeds/[seed]/scheduling",
    [{ name: "hides", body: { visible: false, generation: Number.MAX_SAFE_INTEGER } }],
  ],
  ["GET /api/seeds", plain],
  ["GET /api/seeds/[seed]", plain],
  ["GET /api/announcements", plain],
  [
    "POST /api/announcements",
    [
      {
        name: "a long announcement",
        body: {
          ...{ kind: "save", name: "n".repeat(announcementLimits.name), text: "t".repeat(announcementLimits.text) },
          ...{ importance: "warning", place: { kind: "seed", name: "s".repeat(announcementLimits.place) } },
        },
      },
    ],
  ],
];
