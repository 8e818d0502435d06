import { z } from 'zod';
import type { ChannelStorefront } from './channel-storefront';
import { UpstreamResponseError } from '../http/upstream-errors';
import { requiredText } from '../wire/wire-values';

const document = 'query Locales { site { settings { locales { code isDefault } } } }';

const wireLocales = z.object({
  data: z.object({
    site: z.object({
      settings: z.object({ locales: z.array(z.object({ code: requiredText, isDefault: z.boolean() })).min(1) }),
    }),
  }),
});

/**
 * The languages in which a channel's storefront can be read, its default one first (upstream 20.5).
 * @throws the errors of `upstream-errors.ts`
 */
export async function readChannelLocales(storefront: ChannelStorefront, signal: AbortSignal): Promise<string[]> {
  const parsed = wireLocales.safeParse(await storefront.query({ document, variables: {}, signal }));
  if (!parsed.success)
    throw new UpstreamResponseError('The storefront did not say which languages it has.', {
      method: 'POST',
      path: '/graphql',
    });
  const { locales } = parsed.data.data.site.settings;
  return [...locales].sort((a, b) => Number(b.isDefault) - Number(a.isDefault)).map(({ code }) => code);
}
