import type { MetadataRoute } from 'next';
import { addressOf } from '@/lib/settings';

export default function robots(): MetadataRoute.Robots {
  return { rules: { userAgent: '*', disallow: ['/cart', '/account'] }, sitemap: addressOf('/sitemap.xml') };
}
