import type { NextConfig } from 'next';

const config: NextConfig = {
  cacheComponents: true,
  // Otherwise, missing pages and redirects that were not rendered yet would respond with 200.
  partialPrefetching: false,
  // Pages stay cached until the site announces a change (app/api/purge). These times, in seconds, apply if a message is
  // lost.
  cacheLife: { catalog: { stale: 30, revalidate: 3600, expire: 86_400 } },
  images: {
    loader: 'custom',
    loaderFile: './lib/image-loader.ts',
    // The widths in which the store has each picture.
    imageSizes: [44, 220],
    deviceSizes: [386, 1280],
  },
};

export default config;
