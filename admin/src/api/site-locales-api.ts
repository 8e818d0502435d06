import { bridgeApi } from './bridge-api';

/** A locale of the site's content, as Strapi lists it. */
export interface SiteLocale {
  code: string;
  name: string;
}

const siteLocalesApi = bridgeApi.injectEndpoints({
  endpoints: (build) => ({
    // Strapi's own endpoint. Never cached: locales may change while the admin panel is open.
    getSiteLocales: build.query<SiteLocale[], undefined>({
      query: () => ({ url: '/i18n/locales' }),
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useGetSiteLocalesQuery } = siteLocalesApi;
