import { z } from 'zod';
import { acceptedBatches } from '../reading/accepted-batches';
import type { ChannelStorefront } from './channel-storefront';
import { fittingText, UnusableItemError } from '../mapping/column-limits';
import type { LocalTexts } from '../mapping/local-texts';
import { slugClaimOf } from '../mapping/slug-claim';
import { UpstreamQueryError, UpstreamResponseError } from '../http/upstream-errors';
import type { DrawVersion } from '../reading/versioned-read';
import { id, requiredText, text } from '../wire/wire-values';

/** The kind of entity that has texts. */
export type TextSubject = 'product' | 'category' | 'brand';

/** What upstream returned for some ids. */
export interface TextReading {
  texts: LocalTexts[];
  /**
   * Ids for which upstream returned nothing: hidden, not on the channel, or not visible to its guests (upstream 20.11).
   * No conclusion is drawn from that.
   */
  missing: number[];
  failures: { id: number; reason: string }[];
  /** Drawn before the first request. */
  readVersion: number;
}

/** Texts in one locale. Remembers how many ids upstream takes at once, so use one for a whole pass. */
export interface TextReader {
  /** @throws the errors of `upstream-errors.ts`; also when upstream refuses every query */
  read(ids: readonly number[]): Promise<TextReading>;
}

export interface TextReaderOptions {
  storefront: ChannelStorefront;
  drawVersion: DrawVersion;
  of: TextSubject;
  /** @throws RangeError if it is not a locale name */
  locale: string;
  signal?: AbortSignal | undefined;
  /** An id that had texts before: if it is refused, too, the other ids are not at fault. */
  control?: number | null | undefined;
}

const target = { method: 'POST', path: '/graphql' } as const;
// The storefront's largest page (upstream 5.3).
const idsAtFirst = 50;
const fields = 'entityId name path seo { pageTitle metaDescription metaKeywords }';

const wireTexts = z.object({
  entityId: id,
  name: requiredText,
  path: text,
  description: text.optional(),
  seo: z.object({ pageTitle: text, metaDescription: text, metaKeywords: text }),
});
const wireId = z.object({ entityId: id });
const wireResponse = z.object({
  data: z.object({
    shopperPreferences: z.object({ locale: z.object({ resolved: requiredText }) }),
    site: z.record(z.string(), z.unknown()),
  }),
});
const wireErrors = z.object({ errors: z.array(z.object({ message: text })).min(1) });
const connection = z.object({ edges: z.array(z.object({ node: z.unknown() })) });

/** Reads the texts of products, categories, or brands in a locale from a channel's storefront (upstream 20.5). */
export function createTextReader({
  storefront,
  drawVersion,
  of,
  locale,
  signal,
  control,
}: TextReaderOptions): TextReader {
  // The locale becomes part of the document: whether a directive accepts variables is undocumented (upstream 20.6).
  if (!/^[A-Za-z0-9-]{2,12}$/.test(locale)) throw new RangeError(`not a locale: ${JSON.stringify(locale)}`);
  const batches = acceptedBatches<number>({ atFirst: idsAtFirst, control });

  return {
    async read(ids) {
      const readVersion = await drawVersion();
      const replies: Omit<TextReading, 'readVersion'>[] = [];
      const refused = await batches.send(
        ids,
        async (some) => void replies.push(repliesTo(some, await ask(some))),
        async (some) => void (await ask(some)),
      );
      return {
        texts: replies.flatMap((each) => each.texts),
        missing: replies.flatMap(({ missing }) => missing),
        failures: [
          ...refused.map(({ item, error }) => ({ id: item, reason: error.message })),
          ...replies.flatMap(({ failures }) => failures),
        ],
        readVersion,
      };
    },
  };

  async function ask(ids: readonly number[]): Promise<Received> {
    const { selection, variables } = selectionOf(of, ids);
    const header = Object.keys(variables).length > 0 ? 'query Texts($ids: [Int!]!, $first: Int!)' : 'query Texts';
    const response = await storefront.query({
      document: `${header} @shopperPreferences(locale: "${locale}") { shopperPreferences { locale { resolved } } site { ${selection} } }`,
      variables,
      signal,
    });
    const parsed = wireResponse.safeParse(response);
    const reported = wireErrors.safeParse(response);
    const nodes = parsed.success ? nodesOf(parsed.data.data.site) : [];
    // Nodes that are missing because of errors must not count as hidden.
    if (reported.success && nodes.length < ids.length)
      throw new UpstreamQueryError(`The storefront sent errors: ${reported.data.errors[0]?.message ?? ''}`, target);
    if (!parsed.success)
      throw new UpstreamResponseError('The storefront sent neither texts nor the locale that they are in.', target);
    return { nodes, resolved: parsed.data.data.shopperPreferences.locale.resolved };
  }
}

interface Received {
  nodes: unknown[];
  resolved: string;
}

/** The storefront has no list of categories by id. */
function selectionOf(of: TextSubject, ids: readonly number[]) {
  if (of === 'category') {
    const selection = ids.map((each) => `c${each}: category(entityId: ${each}) { ${fields} description }`).join(' ');
    return { selection, variables: {} };
  }
  const isProduct = of === 'product';
  return {
    // Without `first`, upstream sends ten.
    selection: `${isProduct ? 'products' : 'brands'}(entityIds: $ids, first: $first) { edges { node { ${fields}${isProduct ? ' description' : ''} } } }`,
    variables: { ids, first: ids.length },
  };
}

/** The nodes of a connection, or the categories under their aliases; a category that is not shown is null. */
function nodesOf(site: Readonly<Record<string, unknown>>): unknown[] {
  return Object.values(site)
    .flatMap((value) => {
      const list = connection.safeParse(value);
      return list.success ? list.data.edges.map(({ node }) => node) : [value];
    })
    .filter((node) => node !== null);
}

function repliesTo(asked: readonly number[], { nodes, resolved }: Received): Omit<TextReading, 'readVersion'> {
  const waiting = new Set(asked);
  const replies: Omit<TextReading, 'readVersion'> = { texts: [], missing: [], failures: [] };
  for (const node of nodes) {
    const named = wireId.safeParse(node);
    if (!named.success || !waiting.delete(named.data.entityId))
      throw new UpstreamResponseError('The storefront sent texts twice, or some that were not asked for.', target);
    const result = readTexts(named.data.entityId, { node, resolved });
    if ('reason' in result) replies.failures.push(result);
    else replies.texts.push(result);
  }
  return { ...replies, missing: [...waiting] };
}

function readTexts(entityId: number, { node, resolved }: { node: unknown; resolved: string }) {
  const parsed = wireTexts.safeParse(node);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { id: entityId, reason: `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim() };
  }
  const { name, path, description, seo } = parsed.data;
  try {
    const { pageTitle, metaDescription } = seo;
    const found: LocalTexts = {
      id: entityId,
      resolved: fittingText('resolved', resolved),
      title: fittingText('name', name),
      slugClaim: slugClaimOf({ id: entityId, name, path }),
      path,
      content: description ?? metaDescription,
      seo: { pageTitle, metaDescription, metaKeywords: keywordsOf(seo.metaKeywords) },
    };
    return found;
  } catch (error) {
    if (!(error instanceof UnusableItemError)) throw error;
    return { id: entityId, reason: error.message };
  }
}

/** Upstream joins them with commas. */
function keywordsOf(joined: string): string[] {
  return joined
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}
