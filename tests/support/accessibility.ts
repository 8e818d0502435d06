import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { z } from 'zod';

/** A problem that axe found; only those of grave impact are asked for. */
export interface Barrier {
  rule: string;
  help: string;
  /** Selectors of the elements, and why each fails. */
  elements: string[];
}

const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const axeResponse = z.object({
  violations: z.array(
    z.object({
      id: z.string(),
      help: z.string(),
      impact: z.string().nullable(),
      nodes: z.array(z.object({ target: z.array(z.unknown()), failureSummary: z.string().optional() })),
    }),
  ),
});

/** What keeps people with a disability from using the page's main part: axe's serious and critical violations. */
export async function seriousBarriers(page: Page, within = 'main'): Promise<Barrier[]> {
  // Colours on their way from one to another would be measured in between.
  await page.evaluate(`Promise.all(document.getAnimations()
    .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
    .map((animation) => animation.finished.catch(() => undefined)))`);
  await page.evaluate(axeSource);
  const response = axeResponse.parse(
    await page.evaluate(`axe.run(${JSON.stringify(within)}, { resultTypes: ['violations'] })`),
  );
  return response.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => ({
      rule: id,
      help,
      elements: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary ?? ''}`),
    }));
}
