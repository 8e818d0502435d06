import { describe, expect, test } from 'vitest';
import type { ConnectionTest } from '../../../contracts/admin/settings';
import { createCredentialsCheck } from '../../../server/src/health/checks/credentials';
import { createHooksCheck } from '../../../server/src/health/checks/hooks';
import type { PurgeSecrets } from '../../../server/src/settings/purge-secrets';
import type { Secret } from '../../../server/src/settings/secrets';
import { createStoredSecretsCheck } from '../../../server/src/health/checks/stored-secrets';
import type { UpstreamHook } from '../../../server/src/upstream/hooks-client';
import type { HookVerdict } from '../../../server/src/webhooks/hook-verdicts';
import { run } from '../../support/sites/run-check';

describe('credentials', () => {
  const connected = (scopes: Extract<ConnectionTest, { kind: 'connected' }>['scopes']): ConnectionTest => ({
    kind: 'connected',
    store: null,
    scopes,
  });
  const check = (result: ConnectionTest) => run(createCredentialsCheck({ test: async () => result }));

  test('that work with every scope are healthy', async () => {
    await expect(check(connected([{ scope: 'a', granted: true, neededFor: 'b', required: true }]))).resolves.toEqual(
      [],
    );
  });

  test('that upstream rejects are an error with its message', async () => {
    await expect(
      check({ kind: 'rejected', reason: 'unauthorized', message: 'The store does not accept this access token.' }),
    ).resolves.toEqual(['The store does not accept this access token.']);
  });

  test('that nobody entered are the status itself, and no finding', async () => {
    await expect(check({ kind: 'rejected', reason: 'incomplete', message: 'Enter them.' })).resolves.toEqual([]);
  });

  test('without a required scope name it and what it is for', async () => {
    const [error] = await check(
      connected([{ scope: 'store_v2_products_read_only', granted: false, neededFor: 'products', required: true }]),
    );
    expect(error).toContain('is missing the OAuth scope store_v2_products_read_only, required for products');
  });

  test('may lack a scope that nothing requires', async () => {
    await expect(
      check(connected([{ scope: 'store_cart', granted: false, neededFor: 'carts', required: false }])),
    ).resolves.toEqual([]);
  });
});

describe('webhooks', () => {
  const hook = (given: Partial<UpstreamHook> = {}): UpstreamHook => ({
    id: 1,
    scope: 'store/product/*',
    destination: 'https://shop.example.com/hook',
    isActive: true,
    headers: {},
    createdAt: null,
    updatedAt: null,
    ...given,
  });

  async function check(
    verdicts: HookVerdict[],
    {
      revive = async () => undefined,
      isRegistered = true,
    }: { revive?: (hook: UpstreamHook) => Promise<void>; isRegistered?: boolean } = {},
  ) {
    const revived: number[] = [];
    const catchUps: string[] = [];
    const steps: string[] = [];
    const errors = await run(
      createHooksCheck({
        isRegistered: async () => isRegistered,
        examine: async () => verdicts,
        revive: async (each) => {
          steps.push('revive');
          await revive(each);
          revived.push(each.id);
        },
        catchUp: {
          expect: async () => void steps.push('expect a catch-up'),
          request: async (reason) => {
            steps.push('request it');
            catchUps.push(reason);
          },
          resume: () => void steps.push('resume it'),
        },
      }),
    );
    return { errors, revived, catchUps, steps };
  }

  test('that are correct are healthy and left alone', async () => {
    await expect(check([{ kind: 'right', hook: hook() }])).resolves.toEqual({
      errors: [],
      revived: [],
      catchUps: [],
      steps: [],
    });
  });

  test('that upstream disabled are re-enabled, with a sync for what was missed', async () => {
    const off = [
      { kind: 'wrong', hook: hook({ id: 7, isActive: false }), defects: ['inactive'] } satisfies HookVerdict,
    ];
    const { errors, revived, catchUps, steps } = await check(off);
    expect(errors).toEqual([
      expect.stringContaining('BigCommerce had disabled the webhook store/product/*. It was re-enabled'),
    ]);
    expect(revived).toEqual([7]);
    expect(catchUps).toEqual([expect.stringContaining('store/product/*')]);
    // The gap is recorded first: if the process ends in between, nothing else shows it once the hook is enabled.
    expect(steps).toEqual(['expect a catch-up', 'revive', 'request it']);
  });

  test('that cannot be re-enabled say why, and a sync is started, since the request may have taken effect', async () => {
    const off = [{ kind: 'wrong', hook: hook({ isActive: false }), defects: ['inactive'] } satisfies HookVerdict];
    const { errors, steps } = await check(off, {
      revive: async () => {
        throw new Error('PUT /v3/hooks/1 returned 500');
      },
    });
    expect(errors).toEqual([expect.stringContaining("couldn't be re-enabled: PUT /v3/hooks/1 returned 500")]);
    expect(steps).toEqual(['expect a catch-up', 'revive', 'resume it']);
  });

  test('that are missing are named', async () => {
    const { errors } = await check([
      { kind: 'right', hook: hook() },
      { kind: 'missing', scope: 'store/sku/*' },
      { kind: 'missing', scope: 'store/category/*' },
    ]);
    expect(errors).toEqual([expect.stringContaining('BigCommerce has no webhook for store/sku/*, store/category/*')]);
  });

  test('that an administrator never registered are no error', async () => {
    const { errors } = await check([{ kind: 'missing', scope: 'store/sku/*' }], { isRegistered: false });
    expect(errors).toEqual([]);
  });

  test('that are all gone are one error', async () => {
    const { errors } = await check([
      { kind: 'missing', scope: 'store/sku/*' },
      { kind: 'missing', scope: 'store/category/*' },
    ]);
    expect(errors).toEqual([expect.stringContaining("BigCommerce has none of this site's webhooks anymore")]);
  });

  test('that all point to another address are one error, which names it', async () => {
    const { errors } = await check([
      { kind: 'missing', scope: 'store/sku/*' },
      { kind: 'missing', scope: 'store/category/*' },
      { kind: 'other-host', hook: hook() },
      { kind: 'other-host', hook: hook({ id: 2, scope: 'store/category/*' }) },
    ]);
    expect(errors).toEqual([
      expect.stringMatching(
        /^This site's webhooks point to https:\/\/shop\.example\.com\/hook\. If the site has moved/,
      ),
    ]);
  });

  test('that point to an alias or have no token are found', async () => {
    const { errors } = await check([{ kind: 'wrong', hook: hook(), defects: ['destination', 'token'] }]);
    expect(errors).toEqual([
      expect.stringContaining('points to https://shop.example.com/hook'),
      expect.stringContaining('has no valid header token'),
    ]);
  });

  test('that exist twice, or belong to another host, are no error', async () => {
    const { errors } = await check([
      { kind: 'right', hook: hook() },
      { kind: 'surplus', hook: hook() },
      { kind: 'other-host', hook: hook() },
    ]);
    expect(errors).toEqual([]);
  });
});

describe('stored secrets', () => {
  const absent = { kind: 'absent' } as const;
  const check = (kind: 'unreadable' | 'absent', purgeSecrets: PurgeSecrets = new Map()) =>
    run(
      createStoredSecretsCheck({
        readSecrets: async () => ({
          secrets: {
            accessToken: { kind },
            clientSecret: absent,
            webhookSecret: { kind },
            trustedProxySecret: absent,
          },
          purgeSecrets,
        }),
      }),
    );

  test('that are not set are healthy', async () => {
    await expect(check('absent')).resolves.toEqual([]);
  });

  test('that can no longer be decrypted are named', async () => {
    await expect(check('unreadable')).resolves.toEqual([
      expect.stringContaining("The stored access token, webhook secret can't be decrypted"),
    ]);
  });

  test('of purge targets are named by their targets', async () => {
    const unreadable = { kind: 'unreadable' } as const;
    const purgeSecrets = new Map<string, Secret>([
      ['edge', unreadable],
      ['next', { kind: 'absent' }],
      ['cdn', unreadable],
    ]);
    await expect(check('absent', purgeSecrets)).resolves.toEqual([
      expect.stringContaining("The stored secrets of edge, cdn can't be decrypted"),
    ]);
  });
});
