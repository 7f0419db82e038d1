/**
 * Program that computes the first forecasts of 10,000 Shoots with 20 profiles, without rows and store. Prints as JSON:
 * `cpuMs` of all threads, and `mainMs`.
 */
import { pino } from "pino";
import type { CloudProfile, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import { FleetForecasts } from "#server/fleet/fleet-forecasts.ts";
import { ProfileIndex } from "#server/fleet/profile-index.ts";
import { createObjectCache } from "#server/watch/object-cache.ts";
import { createBenchLandscape, landscapeNow as now } from "../landscape.ts";

const log = pino({ level: "silent" });
const { profiles, shoots } = createBenchLandscape(10_000);
const cloudProfiles = createObjectCache<CloudProfile>(log);
cloudProfiles.swap(
  profiles.map((profile) => {
    const { name } = profile.metadata;
    return { ...profile, metadata: { ...profile.metadata, uid: name, resourceVersion: "1" } };
  }),
  "1",
);
const index = new ProfileIndex(cloudProfiles, createObjectCache<NamespacedCloudProfile>(log));
const forecasts = new FleetForecasts();
const held = shoots.map(({ shoot }) => ({ ...shoot, metadata: { ...shoot.metadata, generation: 1 } }));

const [before, mainBefore] = [process.cpuUsage(), process.threadCpuUsage()];
for (const shoot of held) forecasts.rowFor(shoot, { ...index.inputFor(shoot, now), garden: {}, now }, shoot);
const [all, main] = [process.cpuUsage(before), process.threadCpuUsage(mainBefore)];
if (forecasts.computed !== held.length) throw new Error(`${forecasts.computed} forecasts of ${held.length} Shoots`);
const inMs = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000;
process.stdout.write(JSON.stringify({ cpuMs: inMs(all), mainMs: inMs(main) }));
