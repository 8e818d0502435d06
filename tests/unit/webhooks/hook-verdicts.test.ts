import { describe, expect, test } from 'vitest';
import type { UpstreamHook } from '../../../server/src/upstream/hooks-client';
import { createHeaderToken, tokenHeader } from '../../../server/src/webhooks/header-token';
import {
  headersWithToken,
  judgeHooks,
  tokenInUse,
  wantedScopes,
  type JudgeHooksRequest,
} from '../../../server/src/webhooks/hook-verdicts';

const place = {
  destination: 'https://shop.example.com/api/commerce-bridge/v1/webhook',
  alias: 'https://shop.example.com/api/commerce-bridge/v1/webhooks',
};
const { token, digest } = createHeaderToken();
let nextId = 1;

function aHook(given: Partial<UpstreamHook> = {}): UpstreamHook {
  return {
    id: nextId++,
    scope: 'store/product/*',
    destination: place.destination,
    isActive: true,
    headers: { [tokenHeader]: token },
    createdAt: null,
    updatedAt: null,
    ...given,
  };
}

const allRight = () => wantedScopes.map((scope) => aHook({ scope }));

function judge(existing: UpstreamHook[], given: Partial<JudgeHooksRequest> = {}) {
  return judgeHooks({ existing, ownIds: new Set(), place, tokenDigest: digest, otherHosts: 'leave', ...given });
}

const kinds = (...request: Parameters<typeof judge>) => judge(...request).map(({ kind }) => kind);

describe('what there is to do about hooks', () => {
  test('everything is missing at a store without hooks', () => {
    expect(judge([])).toEqual(wantedScopes.map((scope) => ({ kind: 'missing', scope })));
  });

  test('nothing is to be done when all are right', () => {
    expect(kinds(allRight())).toEqual(['right', 'right', 'right', 'right']);
  });

  test.each([
    ["leads to the receiver's other address", { destination: place.alias }, ['destination']],
    ['is switched off', { isActive: false }, ['inactive']],
    ['has no token', { headers: {} }, ['token']],
    ['has an old token', { headers: { [tokenHeader]: 'old' } }, ['token']],
    [
      'has everything wrong',
      { destination: place.alias, isActive: false, headers: {} },
      ['destination', 'inactive', 'token'],
    ],
  ])('a hook that %s is repaired', (_defect, given, defects) => {
    expect(judge([aHook(given)])[0]).toMatchObject({ kind: 'wrong', defects });
  });

  test('the token is found whatever the case of its header', () => {
    expect(kinds([aHook({ headers: { [tokenHeader.toLowerCase()]: token } })])[0]).toBe('right');
  });

  test('an address written another way is the same address', () => {
    expect(
      kinds([aHook({ destination: place.destination.replace('shop.example.com', 'SHOP.example.com:443') })])[0],
    ).toBe('right');
  });

  test('hooks of other destinations are in no verdict, whatever their scope', () => {
    const others = ['https://other.example.com/hook', 'https://shop.example.com/other-app', 'not an address'].map(
      (destination) => aHook({ destination }),
    );
    expect(kinds(others)).toEqual(['missing', 'missing', 'missing', 'missing']);
  });

  test('a hook of ours with a scope we do not want is deleted', () => {
    const hook = aHook({ scope: 'store/order/*' });
    expect(judge([...allRight(), hook]).at(-1)).toEqual({ kind: 'surplus', hook });
  });

  test('of two hooks of one scope the better one stays', () => {
    const lame = aHook({ isActive: false, destination: place.alias });
    const verdicts = judge([lame, ...allRight()]);
    expect(verdicts.map(({ kind }) => kind)).toEqual(['right', 'right', 'right', 'right', 'surplus']);
    expect(verdicts.at(-1)).toEqual({ kind: 'surplus', hook: lame });
  });

  test('of two hooks the one that has the address already stays, since the other cannot be given it', () => {
    const atAlias = aHook({ destination: place.alias });
    const here = aHook({ isActive: false, headers: {} });
    expect(judge([atAlias, here])[0]).toMatchObject({ kind: 'wrong', hook: here });
  });

  test.each([
    'https://shop.example.com/staging/api/commerce-bridge/v1/webhook',
    'https://shop.example.com/content/commerce-bridge/v1/webhooks',
    'https://shop.example.com/api/commerce-bridge/v1/webhook?site=2',
    'http://shop.example.com/api/commerce-bridge/v1/webhook',
  ])(
    'a hook that leads to %s is another site’s, though this database knows it, until it is told to take over',
    (destination) => {
      const hook = aHook({ destination });
      const ownIds = new Set([hook.id]);
      expect(judge([hook, ...allRight()], { ownIds }).at(-1)).toEqual({ kind: 'other-host', hook });
      expect(judge([hook], { ownIds, otherHosts: 'take-over' })[0]).toMatchObject({
        kind: 'wrong',
        hook,
        defects: ['destination'],
      });
    },
  );
});

describe('a copy of the site', () => {
  const production = wantedScopes.map((scope) =>
    aHook({ scope, destination: 'https://production.example.com/api/commerce-bridge/v1/webhook' }),
  );
  const ownIds = new Set(production.map(({ id }) => id));

  test('leaves the hooks of the original alone and wants its own', () => {
    expect(kinds(production, { ownIds })).toEqual([
      'missing',
      'missing',
      'missing',
      'missing',
      'other-host',
      'other-host',
      'other-host',
      'other-host',
    ]);
  });

  test('repoints them when told to', () => {
    expect(judge(production, { ownIds, otherHosts: 'take-over' })).toMatchObject(
      production.map((hook) => ({ kind: 'wrong', hook, defects: ['destination'] })),
    );
  });

  test('that has hooks of its own deletes those of the original when told to take over', () => {
    expect(kinds([...production, ...allRight()], { ownIds, otherHosts: 'take-over' })).toEqual([
      'right',
      'right',
      'right',
      'right',
      'surplus',
      'surplus',
      'surplus',
      'surplus',
    ]);
  });

  test('touches nothing while it has no usable address, even when told to take over', () => {
    expect(kinds(production, { ownIds, place: null, otherHosts: 'take-over' })).toEqual([
      'other-host',
      'other-host',
      'other-host',
      'other-host',
    ]);
  });

  test('does not take over hooks that were never registered from its database', () => {
    expect(kinds(production, { otherHosts: 'take-over' })).toEqual(['missing', 'missing', 'missing', 'missing']);
  });
});

describe('the header token', () => {
  test('of hooks that have it serves those that join them', () => {
    expect(tokenInUse(judge([aHook({ headers: {} }), aHook({ scope: 'store/sku/*' })]), digest)).toBe(token);
  });

  test("of another host's hooks, or an old one, does not", () => {
    const elsewhere = aHook({ destination: 'https://production.example.com/hook' });
    const verdicts = judge([elsewhere, aHook({ headers: { [tokenHeader]: 'old' } })], {
      ownIds: new Set([elsewhere.id]),
    });
    expect(tokenInUse(verdicts, digest)).toBeNull();
  });

  test('replaces an old one and leaves other headers as they are', () => {
    expect(headersWithToken({ 'x-commerce-bridge-token': 'old', Authorization: 'Basic abc' }, 'new')).toEqual({
      Authorization: 'Basic abc',
      [tokenHeader]: 'new',
    });
  });
});
