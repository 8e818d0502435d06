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
import { channelScopes } from '../../../server/src/webhooks/market-scopes';

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
  return judgeHooks({
    existing,
    ownIds: new Set(),
    place,
    tokenDigest: digest,
    optionalScopes: null,
    refusedScopes: new Set(),
    otherHosts: 'leave',
    ...given,
  });
}

const kinds = (...request: Parameters<typeof judge>) => judge(...request).map(({ kind }) => kind);

describe("the channel's webhooks", () => {
  const [assigned, unassigned] = ['store/channel/3/product/assigned', 'store/channel/3/product/unassigned'] as const;
  const ofChannel = (existing: UpstreamHook[], given: Partial<JudgeHooksRequest> = {}) =>
    judge([...allRight(), ...existing], { optionalScopes: channelScopes(3), ...given }).slice(wantedScopes.length);

  test('are tried where they are not there, and say whether the store refused them', () => {
    expect(ofChannel([], { refusedScopes: new Set([unassigned]) })).toEqual([
      { kind: 'lacking', scope: assigned, isRefused: false },
      { kind: 'lacking', scope: unassigned, isRefused: true },
    ]);
  });

  test.each(['', '/'])('are right with "%s" at the end', (slash) => {
    const hooks = [assigned, unassigned].map((scope) => aHook({ scope: `${scope}${slash}` }));
    expect(ofChannel(hooks).map(({ kind }) => kind)).toEqual(['right', 'right']);
  });

  test('are there once, whichever way they are spelled', () => {
    const hooks = [aHook({ scope: assigned }), aHook({ scope: `${assigned}/` }), aHook({ scope: unassigned })];
    expect(ofChannel(hooks).map(({ kind }) => kind)).toEqual(['right', 'right', 'surplus']);
  });

  test('of another channel are surplus, and left as they are while the channel is not known', () => {
    const hooks = [aHook({ scope: 'store/channel/1/product/assigned' })];
    expect(ofChannel(hooks).map(({ kind }) => kind)).toEqual(['lacking', 'lacking', 'surplus']);
    expect(ofChannel(hooks, { optionalScopes: null })).toEqual([]);
  });
});

describe('what registration does about webhooks', () => {
  test('everything is created for a store without webhooks', () => {
    expect(judge([])).toEqual(wantedScopes.map((scope) => ({ kind: 'missing', scope })));
  });

  test('nothing is done if all are correct', () => {
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

  test('the token is found regardless of the case of its header', () => {
    expect(kinds([aHook({ headers: { [tokenHeader.toLowerCase()]: token } })])[0]).toBe('right');
  });

  test('an equivalent URL is the same URL', () => {
    expect(
      kinds([aHook({ destination: place.destination.replace('shop.example.com', 'SHOP.example.com:443') })])[0],
    ).toBe('right');
  });

  test('webhooks with other destinations are ignored, regardless of their scope', () => {
    const others = ['https://other.example.com/hook', 'https://shop.example.com/other-app', 'not an address'].map(
      (destination) => aHook({ destination }),
    );
    expect(kinds(others)).toEqual(['missing', 'missing', 'missing', 'missing']);
  });

  test('a webhook of ours with an unneeded scope is deleted', () => {
    const hook = aHook({ scope: 'store/order/*' });
    expect(judge([...allRight(), hook]).at(-1)).toEqual({ kind: 'surplus', hook });
  });

  test('of two webhooks with one scope, the better one stays', () => {
    const lame = aHook({ isActive: false, destination: place.alias });
    const verdicts = judge([lame, ...allRight()]);
    expect(verdicts.map(({ kind }) => kind)).toEqual(['right', 'right', 'right', 'right', 'surplus']);
    expect(verdicts.at(-1)).toEqual({ kind: 'surplus', hook: lame });
  });

  test('of two webhooks, the one that already has the URL stays, since the other cannot get it', () => {
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
    'a webhook that points to %s is another site’s, even if it is in this database, unless takeOver is set',
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

  test("leaves the original's webhooks alone and gets its own", () => {
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

  test('moves them to itself on request', () => {
    expect(judge(production, { ownIds, otherHosts: 'take-over' })).toMatchObject(
      production.map((hook) => ({ kind: 'wrong', hook, defects: ['destination'] })),
    );
  });

  test("that has its own webhooks deletes the original's if takeOver is set", () => {
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

  test('touches nothing while it has no usable URL, even if takeOver is set', () => {
    expect(kinds(production, { ownIds, place: null, otherHosts: 'take-over' })).toEqual([
      'other-host',
      'other-host',
      'other-host',
      'other-host',
    ]);
  });

  test('does not move webhooks that were never registered from its database', () => {
    expect(kinds(production, { otherHosts: 'take-over' })).toEqual(['missing', 'missing', 'missing', 'missing']);
  });
});

describe('the header token', () => {
  test('of existing webhooks is used for new ones', () => {
    expect(tokenInUse(judge([aHook({ headers: {} }), aHook({ scope: 'store/sku/*' })]), digest)).toBe(token);
  });

  test("of another host's webhooks, or an outdated one, is not", () => {
    const elsewhere = aHook({ destination: 'https://production.example.com/hook' });
    const verdicts = judge([elsewhere, aHook({ headers: { [tokenHeader]: 'old' } })], {
      ownIds: new Set([elsewhere.id]),
    });
    expect(tokenInUse(verdicts, digest)).toBeNull();
  });

  test('replaces an outdated one and leaves other headers unchanged', () => {
    expect(headersWithToken({ 'x-commerce-bridge-token': 'old', Authorization: 'Basic abc' }, 'new')).toEqual({
      Authorization: 'Basic abc',
      [tokenHeader]: 'new',
    });
  });
});
