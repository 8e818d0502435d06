import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { z } from 'zod';

/** A violation that axe found; only those with serious impact are requested. */
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

/** axe's serious and critical violations in the main part of the page, which exclude people with a disability. */
export async function seriousBarriers(page: Page, within = 'main'): Promise<Barrier[]> {
  // Otherwise colors would be measured in the middle of a transition.
  await page.evaluate(`Promise.all(document.getAnimations()
    .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
    .map((animation) => animation.finished.catch(() => undefined)))`);
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axeSource);
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
