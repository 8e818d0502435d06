import { expect } from 'vitest';
import { type Verification, verificationState } from '../../../contracts/admin/verification';
import { eventually } from '../time/eventually';
import type { Shop } from './shop';

/** The counts of a verification that found nothing to repair. */
export const nothingRepaired = { record: 0, precomputed: 0, links: 0, slug: 0, index: 0, search: 0, leftovers: 0 };

/**
 * Verification of a shop's cached catalog, as administrators start and see it; `responses` returns those of the whole
 * catalog.
 */
export function verificationOf({ shop, responses }: { shop: () => Shop; responses: () => unknown[] }) {
  const everything = async () => [
    await shop().read('/products?per_page=100'),
    await shop().read('/products?orderby=date'),
    await shop().read('/collections'),
    await shop().read('/brands'),
    await shop().read('/products?search=e'),
  ];
  const state = async () =>
    verificationState.parse((await shop().site.admin('GET', '/commerce-bridge/sync/verify')).body);
  const lastReport = async () => (await state()).last;

  async function verify(): Promise<Verification> {
    const { status, body } = await shop().site.admin('POST', '/commerce-bridge/sync/verify');
    expect({ status, body }).toMatchObject({ status: 202 });
    const id = verificationState.parse(body).current?.id;
    return eventually(async () => {
      const { current, last } = await state();
      return current === null && (id === undefined || last?.id === id) ? last : null;
    });
  }

  /** Runs `damage`, and expects that one pass finds exactly these problems and repairs them. */
  async function expectRepaired(damage: () => Promise<unknown>, found: Partial<typeof nothingRepaired>): Promise<void> {
    await damage();
    const report = await verify();
    expect(report).toMatchObject({ status: 'succeeded', repaired: { ...nothingRepaired, ...found }, waiting: 0 });
    expect(await everything()).toEqual(responses());
    expect((await verify()).repaired).toEqual(nothingRepaired);
  }

  return { everything, state, lastReport, verify, expectRepaired };
}
