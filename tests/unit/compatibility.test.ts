import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newestStrapi } from '../../scripts/lib/bare-site';
import { repository } from '../../scripts/lib/paths';
import { type Result, withEnding } from '../../scripts/matrix/compatibility-document';
import { oldestStrapi, siteCases, type SiteCase } from '../../scripts/matrix/site-case';

const read = (path: string): string => readFileSync(join(repository, path), 'utf8');

test('the oldest Strapi that the package admits is the oldest of the matrix', () => {
  const { peerDependencies }: { peerDependencies: Record<string, string> } = JSON.parse(read('package.json'));

  expect(peerDependencies['@strapi/strapi']).toBe(`^${oldestStrapi}`);
  expect(peerDependencies['@strapi/utils']).toBe(`^${oldestStrapi}`);
  const [, minor] = oldestStrapi.split('.');
  for (const document of ['README.md', 'docs/installation.md'])
    expect(read(document)).toContain(`Strapi 5.${minor} or newer`);
});

test('the matrix tries the oldest and the newest Strapi, and no name twice', () => {
  const versions = siteCases.map(({ strapi }) => strapi);
  const names = siteCases.map(({ name }) => name);

  expect(versions).toContain(oldestStrapi);
  expect(versions).toContain(newestStrapi());
  expect(new Set(names).size).toBe(names.length);
});

test('the document gets the row of a case that ran, in the order of cases, and keeps the others', () => {
  const [first, second, third] = siteCases;
  const works = { kind: 'works', node: '20.20.2', database: 'SQLite', panel: 'opened' } as const;
  const run = (document: string, site: SiteCase | undefined, result: Result): string => {
    if (!site) throw new Error('there are no cases');
    return withEnding(document, { site, result, date: '2026-11-24' });
  };
  const empty = 'Words\n<!-- matrix: npm run verify -- --matrix writes this -->\n<!-- /matrix -->\nMore\n';

  const document = run(run(run(run(empty, second, works), first, works), second, { kind: 'failed' }), third, {
    kind: 'failed without the plugin, too',
  });

  expect(document.split('\n')).toEqual([
    'Words',
    '<!-- matrix: npm run verify -- --matrix writes this -->',
    expect.stringMatching(/^\| Case /),
    expect.stringMatching(/^\| --- /),
    expect.stringMatching(`^\\| \`${first?.name}\` .* works \\| 2026-11-24 \\|$`),
    expect.stringMatching(`^\\| \`${second?.name}\` .* \\*\\*fails\\*\\* \\| 2026-11-24 \\|$`),
    expect.stringMatching(`^\\| \`${third?.name}\` .* fails without the plugin, too \\| 2026-11-24 \\|$`),
    '<!-- /matrix -->',
    'More',
    '',
  ]);
});

test('docs/compatibility.md has a place for the table', () => {
  const [site] = siteCases;
  if (!site) throw new Error('there are no cases');

  expect(() =>
    withEnding(read('docs/compatibility.md'), { site, result: { kind: 'failed' }, date: '2026-11-24' }),
  ).not.toThrow();
});
