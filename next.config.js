/** @type {import("next").NextConfig} */
const nextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
  // Next's compressor buffers event streams; snapshots compress themselves (reliability of live data).
  compress: false,
  images: { unoptimized: true },
  // These reach for the file system or native sockets, so they stay plain Node modules.
  serverExternalPackages: ["@kubernetes/client-node", "undici", "pino", "prom-client", "@peculiar/x509"],
};

export default nextConfig;
