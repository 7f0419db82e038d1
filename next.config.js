import { PHASE_DEVELOPMENT_SERVER } from "next/constants.js";
import securityHeaders from "./server/start/front-server/security-headers.json" with { type: "json" };
import { filesWithMessages } from "./server/start/message-files.js";

/** What depends on the request is set by proxy.ts and by the routes; the front door says these with what it serves itself. */
const headersOfAll = Object.entries(securityHeaders).map(([key, value]) => ({ key, value }));

/** @type {import("next").NextConfig} */
const nextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
  // Next's compressor buffers event streams; snapshots compress themselves (reliability of live data).
  compress: false,
  // Named for what it is made from: pages and replicas can tell builds apart, and the same sources make the same build.
  generateBuildId: () => process.env.ALMANAC_BUILD ?? null,
  env: { ALMANAC_BUILD: process.env.ALMANAC_BUILD },
  images: { unoptimized: true },
  // These reach for the file system or native sockets, so they stay plain Node modules.
  serverExternalPackages: [
    ...["@kubernetes/client-node", "undici", "pino", "prom-client", "@peculiar/x509"],
    // Of OpenTelemetry what is only there to send spans.
    ...["@opentelemetry/sdk-trace", "@opentelemetry/resources", "@opentelemetry/exporter-trace-otlp-proto"],
  ],
  // `npm run types` checks them, and so does `npm test`: a build need not do it once more.
  typescript: { ignoreBuildErrors: true },
  // Messages are compiled when pages are built (lib/language).
  turbopack: {
    rules: Object.fromEntries(
      ["*.ts", "*.tsx"].map((files) => [
        files,
        {
          condition: { all: [{ not: "foreign" }, { content: filesWithMessages }] },
          loaders: ["./server/start/message-loader.js"],
        },
      ]),
    ),
  },
  // Most builds are first builds, in a fresh clone or an image: writing 200 MB for a next one costs them a third.
  // Pages and routes are loaded once the clusters are there, one after the other (server/start/warm-up.ts).
  experimental: {
    turbopackFileSystemCacheForBuild: false,
    preloadEntriesOnStart: false,
    // A page that is opened while the network is away waits for it, instead of leaving Almanac for an error of the browser.
    useOffline: true,
    // The front door lets through what a route takes (server/start/front-server/route-body-rules.ts): no more than the largest of these.
    proxyClientMaxBodySize: 1_500_000,
  },
  headers: async () => [{ source: "/:path*", headers: headersOfAll }],
};

/**
 * What is for whoever develops is named `page.dev.tsx`: only the development server knows that ending, and a production
 * build holds nothing of it.
 *
 * @param {string} phase what Next is about to do
 * @returns {import("next").NextConfig}
 */
export default function configOf(phase) {
  const forDevelopment = phase === PHASE_DEVELOPMENT_SERVER ? ["dev.tsx"] : [];
  return { ...nextConfig, pageExtensions: [...forDevelopment, "tsx", "ts"] };
}
