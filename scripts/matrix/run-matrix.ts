import { preparePackage } from '../lib/prepare-site';
import { recordEnding, type Result } from './compatibility-document';
import { runCase } from './run-case';
import { runControl } from './run-control';
import { siteCases, type SiteCase } from './site-case';

/**
 * Runs the cases one after the other and records each outcome in docs/compatibility.md. Cases that fail are run without
 * the plugin, too.
 * @param names default: all cases
 * @throws Error for an unknown name, or at the end with the names of the cases that failed because of the plugin
 */
export async function runMatrix(names: readonly string[] = siteCases.map(({ name }) => name)): Promise<void> {
  const chosen = names.map(caseNamed);
  const archive = await preparePackage('matrix', (step) => console.log(`… ${step}`));
  const failed: string[] = [];
  for (const site of chosen) {
    const result = await tryCase(site, archive);
    recordEnding({ site, result, date: new Date().toISOString().slice(0, 10) });
    if (result.kind === 'failed') failed.push(site.name);
  }
  if (failed.length > 0) throw new Error(`These sites fail: ${failed.join(', ')}`);
}

async function tryCase(site: SiteCase, archive: string): Promise<Result> {
  const show = (step: string) => console.log(`… ${site.name}: ${step}`);
  try {
    const result = await runCase(site, { archive, show });
    console.log(`✔ ${site.name}: works with Strapi ${site.strapi}, Node ${result.node}, ${result.database}`);
    return { kind: 'works', ...result };
  } catch (error) {
    console.error(`✘ ${site.name}: ${wordsOf(error)}`);
  }
  try {
    await runControl(site, (step) => show(`${step}, without the plugin`));
    console.error(`✘ ${site.name}: works without the plugin`);
    return { kind: 'failed' };
  } catch (error) {
    console.log(`✔ ${site.name}: fails without the plugin, too: ${wordsOf(error)}`);
    return { kind: 'failed without the plugin, too' };
  }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function caseNamed(name: string): SiteCase {
  const site = siteCases.find((candidate) => candidate.name === name);
  if (site) return site;
  throw new Error(`There is no case "${name}". There are ${siteCases.map((known) => known.name).join(', ')}.`);
}
