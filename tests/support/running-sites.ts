import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Core } from '@strapi/strapi';

/** The file in a site's folder to which `boot-site.ts` sends what the site has to say. */
export const siteLog = 'site.log';

const running = new Set<Core.Strapi>();
// By log file: all that it held at its site's end, and how much of it has been asked for.
const texts = new Map<string, string>();
const asked = new Map<string, number>();

const logOf = (site: Core.Strapi) => join(site.dirs.app.root, siteLog);
const textOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** Notes a site that starts in this process. */
export function siteStarts(site: Core.Strapi): void {
  running.add(site);
  texts.set(logOf(site), textOf(logOf(site)));
}

/** Notes that a site has ended; its folder may be removed from now on. */
export function siteEnded(site: Core.Strapi): void {
  running.delete(site);
  texts.set(logOf(site), textOf(logOf(site)));
}

/** What the sites of this test file said since this was last called, those that have ended too. */
export function saidByNow(): string[] {
  for (const site of running) texts.set(logOf(site), textOf(logOf(site)));
  return [...texts].flatMap(([file, text]) => {
    const said = text.slice(asked.get(file) ?? 0).trimEnd();
    asked.set(file, text.length);
    return said === '' ? [] : [said];
  });
}

/** Ends the sites that a failed test left behind: what they registered would be in the way of the next file's. */
export async function endSites(): Promise<void> {
  for (const site of running) await site.destroy().catch(() => undefined);
  running.clear();
  texts.clear();
  asked.clear();
}
