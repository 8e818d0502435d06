import type { NextConfig } from 'next';

const config: NextConfig = {
  cacheComponents: true,
  // Otherwise an address that is not known yet gets 200 before it is: a missing page, or one that redirects.
  partialPrefetching: false,
  // Pages stay until the site announces a change (app/api/purge). The figures, in seconds, are for a message that was lost.
  cacheLife: { catalog: { stale: 30, revalidate: 3600, expire: 86_400 } },
  images: {
    loader: 'custom',
    loaderFile: './lib/image-loader.ts',
    // The widths that the store keeps of each picture.
    imageSizes: [44, 220],
    deviceSizes: [386, 1280],
  },
};

export default config;
