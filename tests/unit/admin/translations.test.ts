import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createIntl } from 'react-intl';
import { describe, expect, test } from 'vitest';
import { loadTranslations } from '../../../admin/src/translations/load-translations';
import { translateTo } from '../../support/admin/translate';

const adminSources = resolve(__dirname, '..', '..', '..', 'admin', 'src');
const languages = ['en', 'fr', 'de', 'es'];

describe.each(languages)('the texts in %s', (language) => {
  test('are all that the pages use, and no others', async () => {
    const texts = await loadTranslations(language);
    expect(Object.keys(texts).sort()).toEqual(usedKeys());
  });

  test('are there once each', () => {
    const source = readFileSync(join(adminSources, 'translations', `${language}.json`), 'utf8');
    const keys = [...source.matchAll(/^ {2}"([^"]+)":/gm)].map(([, key]) => key);
    expect(keys.filter((key, place) => keys.indexOf(key) !== place)).toEqual([]);
  });

  test('can all be formatted with the values of the English ones', async () => {
    const texts = await loadTranslations(language);
    const english = await loadTranslations('en');
    const intl = createIntl({
      locale: language,
      messages: texts,
      onError: (error) => {
        throw error;
      },
    });
    for (const [key, text] of Object.entries(english)) {
      const names = placeholders(text);
      const values = Object.fromEntries(names.map((name) => [name, 7]));
      const formatted = intl.formatMessage({ id: key }, values);
      expect({ key, formatted }).toEqual({ key, formatted: expect.stringMatching(/\S/) });
      expect({ key, names: placeholders(texts[key] ?? '') }).toEqual({ key, names });
    }
  });
});

test('a text is the same in two languages only if it is a name or consists of values', async () => {
  const english = await loadTranslations('en');
  for (const language of ['fr', 'de', 'es']) {
    const texts = await loadTranslations(language);
    const untranslated = Object.keys(english).filter((key) => texts[key] === english[key] && !sameEverywhere.has(key));
    expect({ language, untranslated }).toEqual({ language, untranslated: [] });
  }
});

test.each(['commerce-bridge.verify.markets', 'commerce-bridge.verify.extras'] as const)(
  'the counts of %s are written as the language does',
  async (key) => {
    const counts = { checked: 120_000, repaired: 1_500 };
    for (const [language, checked, repaired] of [
      ['en', '120,000', '1,500'],
      ['de', '120.000', '1.500'],
    ] as const) {
      const text = (await translateTo(language))(key, counts);
      expect([text.includes(` ${checked} `), text.includes(` ${repaired} `)], text).toEqual([true, true]);
    }
  },
);

// Synonyms that we do not use; names of BigCommerce's own API stay.
const otherWords: [string, RegExp][] = [
  ['fr', /\btokens?\b|store hash|\b(?<!API )storefront\b|compte API|événements? webhook|contrôle complet/i],
  ['de', /geheimnis|den API-Token|synchronisierung|im shop (sichtbar|verborgen)|ursprung/i],
  ['es', /store hash|\b(?<!API )storefront\b|petici[oó]n/i],
];

test.each(otherWords)('in %s, one thing has one word', async (language, others) => {
  const { 'commerce-bridge.connection.account.description': quoted, ...texts } = await loadTranslations(language);
  expect(quoted).toContain('Storefront API tokens');
  expect(Object.entries(texts).filter(([, text]) => others.test(text))).toEqual([]);
});

test('an unsupported language has no texts, so Strapi shows the English ones', async () => {
  await expect(loadTranslations('ja')).resolves.toEqual({});
});

// Names, texts that only consist of values, and words that a language shares with English.
const sameEverywhere = new Set([
  'commerce-bridge.subject.webhooks',
  'commerce-bridge.subject.redis',
  'commerce-bridge.plugin.name',
  'commerce-bridge.page.title',
  'commerce-bridge.secret.actionOn',
  'commerce-bridge.purging.field.url',
  'commerce-bridge.test.upstreamSaid',
  'commerce-bridge.scope.line',
  'commerce-bridge.scope.neededFor',
  'commerce-bridge.sync.title',
  'commerce-bridge.purging.column.state',
  'commerce-bridge.result.status',
  'commerce-bridge.result.mode',
  'commerce-bridge.failure.name',
  'commerce-bridge.history.details',
  'commerce-bridge.webhooks.title',
  'commerce-bridge.webhooks.failed.line',
  'commerce-bridge.hook.state',
  'commerce-bridge.hook.actionAt',
  'commerce-bridge.storefront.title',
  'commerce-bridge.markets.field.channel',
  'commerce-bridge.storefront.cache.title',
  'commerce-bridge.menu.pages',
  'commerce-bridge.event.about',
  'commerce-bridge.refused.setting',
  'commerce-bridge.setup.step',
  'commerce-bridge.setup.test',
  'commerce-bridge.setup.webhooks',
  'commerce-bridge.changes.tab',
  'commerce-bridge.verify.kind.slug',
  'commerce-bridge.log.title',
  'commerce-bridge.attribute.visible',
  'commerce-bridge.attribute.position',
  'commerce-bridge.attribute.picture',
  'commerce-bridge.panel.title',
  'commerce-bridge.product.id',
  'commerce-bridge.product.title',
  'commerce-bridge.product.sku',
  'commerce-bridge.product.stock',
  'commerce-bridge.product.publicationStatus',
  'commerce-bridge.product.slug',
  'commerce-bridge.product.content',
  'commerce-bridge.product.images',
  'commerce-bridge.product.tags',
  'commerce-bridge.product.address',
  'commerce-bridge.product.there',
  'commerce-bridge.product.no',
  'commerce-bridge.product.partOf',
  'commerce-bridge.product.change',
]);

function usedKeys(): string[] {
  const sources = sourceFiles(adminSources).map((file) => readFileSync(file, 'utf8'));
  const literals = sources
    .flatMap((source) => source.match(/(['"])commerce-bridge\.[\w.]+\1/g) ?? [])
    .map((literal) => literal.slice(1, -1));
  // A field of a setting finds its texts by the setting's name (`use-setting-fields.ts`).
  const settings = sources.flatMap((source) =>
    [...source.matchAll(/\b(?:field|secret)\('(\w+)'/g)].map((match) => `commerce-bridge.setting.${match[1] ?? ''}`),
  );
  return [...new Set([...literals, ...settings.flatMap((setting) => [`${setting}.label`, `${setting}.hint`])])].sort();
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

function placeholders(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)(?=[,}])/g)].map((match) => match[1] ?? ''))].sort();
}
