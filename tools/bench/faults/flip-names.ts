/** Loaded into a server with --import: host name `garden` resolves to the loopback address that the parent sets. */
import dns, { type LookupAddress, type LookupOptions } from "node:dns";
import { z } from "zod";

const messageSchema = z.object({ gardenAt: z.ipv4() });
const family = 4;
let address = "127.0.0.1";

type Found = (error: Error | null, addresses: string | LookupAddress[], family?: number) => void;
const lookup = dns.lookup;

function lookupFlipping(name: string, options: LookupOptions, found: Found): void {
  if (name !== "garden") lookup(name, options, found);
  else if (options.all) process.nextTick(found, null, [{ address, family }]);
  else process.nextTick(found, null, address, family);
}
Object.assign(dns, { lookup: lookupFlipping });

process.on("message", (message) => {
  const flip = messageSchema.safeParse(message);
  if (flip.success) address = flip.data.gardenAt;
});
process.channel?.unref();
