import { z } from 'zod';
import { surrogateHeaders } from '../../../contracts/admin/purging';
import { purgeTargetList, targetsAllowed } from './purge-targets';
import type { Definitions } from './setting-definition';
import { asJson, asList } from './setting-kinds';

/** How caches in front of the site learn what they hold, and when it changes (behavior 8.1). */
export const purgingDefinitions = {
  surrogateHeaders: {
    variable: 'COMMERCE_BRIDGE_SURROGATE_HEADERS',
    schema: z.array(z.enum(surrogateHeaders)).max(surrogateHeaders.length),
    fromText: asList,
    fallback: ['Surrogate-Key'],
    expects: { code: 'surrogate_headers', values: { names: surrogateHeaders.join(', ') } },
    allowed: `a list of some of ${surrogateHeaders.join(', ')}`,
  },
  purgeTargets: {
    variable: 'COMMERCE_BRIDGE_PURGE_TARGETS',
    schema: purgeTargetList,
    fromText: asJson,
    fallback: [],
    expects: { code: 'purge_targets', values: { place: 0, field: '' } },
    allowed: targetsAllowed,
  },
} satisfies Partial<Definitions>;
