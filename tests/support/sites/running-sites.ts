import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Core } from '@strapi/strapi';

/** The file in a site's folder to which `boot-site.ts` writes the site's log. */
export const siteLog = 'site.log';

const running = new Set<Core.Strapi>();
// By log file: its content when last read, and how much of that was returned.
const texts = new Map<string, string>();
const asked = new Map<string, number>();

const logOf = (site: Core.Strapi) => join(site.dirs.app.root, siteLog);
const textOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** Records a site that starts in this process. */
export function siteStarts(site: Core.Strapi): void {
  running.add(site);
  texts.set(logOf(site), textOf(logOf(site)));
}

/** Records that a site has stopped; its folder can be removed from now on. */
export function siteEnded(site: Core.Strapi): void {
  running.delete(site);
  texts.set(logOf(site), textOf(logOf(site)));
}

/** New output in the logs of this test file's sites since the last call, including stopped sites. */
export function newOutput(): string[] {
  for (const site of running) texts.set(logOf(site), textOf(logOf(site)));
  return [...texts].flatMap(([file, text]) => {
    const said = text.slice(asked.get(file) ?? 0).trimEnd();
    asked.set(file, text.length);
    return said === '' ? [] : [said];
  });
}

/** Stops the sites that a failed test left running: their registrations would interfere with the next file's. */
export async function endSites(): Promise<void> {
  for (const site of running) await site.destroy().catch(() => undefined);
  running.clear();
  texts.clear();
  asked.clear();
}
