import { lookAtPanel } from './look-at-panel';
import { runSite, type SiteVersions } from './run-site';
import type { SiteCase } from './site-case';

// Enough for the garbage collector to run.
const requests = 300;

/**
 * Runs the same site without the plugin, to find out whether a failure is the plugin's fault.
 * @throws Error with what does not work without it
 */
export async function runControl(site: SiteCase, show: (step: string) => void): Promise<SiteVersions> {
  return runSite(site, { archive: null, show }, async (running) => {
    const path = '/content-manager/collection-types/api::story.story';
    const saved = await running.administrator.request('POST', path, { title: 'Breakfast outdoors' });
    if (saved.status >= 300) throw new Error(`an entry was rejected: ${JSON.stringify(saved)}`);
    for (let count = 0; count < requests; count += 1) {
      const { status } = await fetch(`${running.api}/stories`);
      if (status !== 200) throw new Error(`GET /stories gets ${status}`);
    }
    if (site.withoutPanel !== true)
      await lookAtPanel(running, [
        {
          path: '/content-manager/collection-types/api::story.story',
          shows: (page) => page.getByRole('heading', { level: 1, name: 'Story' }).waitFor(),
        },
      ]);
  });
}
