import { preparePackage } from '../lib/prepare-site';
import { recordEnding } from './compatibility-document';
import { runCase, type CaseResult } from './run-case';
import { siteCases, type SiteCase } from './site-case';

/**
 * Runs the cases one after the other and enters how each ended into docs/compatibility.md.
 * @param names default: all cases
 * @throws Error for a name that is none, or at the end with the names of those that failed
 */
export async function runMatrix(names: readonly string[] = siteCases.map(({ name }) => name)): Promise<void> {
  const chosen = names.map(caseNamed);
  const archive = await preparePackage('matrix', (step) => console.log(`… ${step}`));
  const failed: string[] = [];
  for (const site of chosen) {
    const result = await tryCase(site, archive);
    recordEnding({ site, result, date: new Date().toISOString().slice(0, 10) });
    if (result === null) failed.push(site.name);
  }
  if (failed.length > 0) throw new Error(`These sites fail: ${failed.join(', ')}`);
}

async function tryCase(site: SiteCase, archive: string): Promise<CaseResult | null> {
  try {
    const result = await runCase(site, { archive, show: (step) => console.log(`… ${site.name}: ${step}`) });
    console.log(`✔ ${site.name}: works with Strapi ${site.strapi}, Node ${result.node}, ${result.database}`);
    return result;
  } catch (error) {
    console.error(`✘ ${site.name}: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}

function caseNamed(name: string): SiteCase {
  const site = siteCases.find((candidate) => candidate.name === name);
  if (site) return site;
  throw new Error(`There is no case "${name}". There are ${siteCases.map((known) => known.name).join(', ')}.`);
}
