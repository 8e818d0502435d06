import { createHash, createHmac, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { hours, milliseconds, minutes, seconds } from '../../../server/src/lib/durations';
import { createHeaderToken, tokenHeader } from '../../../server/src/webhooks/header-token';
import { type DeliverySecrets, verifyDelivery, type VerifyRequest } from '../../../server/src/webhooks/signatures';

// The test vector (upstream 4.4).
const vector = {
  clientSecret: '0123456789abcdef'.repeat(4),
  id: '64d346b71e4c02453da81c5d97cec8063a6e7a4d',
  timestamp: '1786447831',
  body: Buffer.from(
    '{"producer":"stores/abc123","hash":"64d346b71e4c02453da81c5d97cec8063a6e7a4d","created_at":1786447828,"store_id":"1003502318","scope":"store/product/updated","data":{"type":"product","id":180}}',
  ),
  signature: 'v1,LDG/V8w/KcB2gBe8Whbj+itgZ/qyb3dkGMhV10IsQwE=',
};
const now = new Date((Number(vector.timestamp) + 2) * 1000);
const secret = 'a secret of well over sixty-four bytes, as the plugin demands and generates';
const digest = createHash('sha256').update(secret).digest('hex');
const token = createHeaderToken();

const secrets: DeliverySecrets = {
  webhookSecrets: [{ digest, acceptedUntil: null }],
  clientSecret: vector.clientSecret,
  headerTokenDigests: [token.digest],
  standardWebhooks: 'unproven',
};
const hmac = (key: string | Buffer = secret, body: Buffer = vector.body) =>
  createHmac('sha256', key).update(body).digest();
const standardHeaders = {
  'webhook-id': vector.id,
  'webhook-timestamp': vector.timestamp,
  'webhook-signature': vector.signature,
};
const tokenHeaders = { [tokenHeader.toLowerCase()]: token.token };
const signatureHeaders = (value: string) => ({ 'x-platform-webhook-signature': value });

function verify(given: Partial<VerifyRequest>) {
  return verifyDelivery({
    secrets,
    headers: {},
    body: vector.body,
    now,
    signatureHeader: 'X-Platform-Webhook-Signature',
    tolerance: seconds(300),
    ...given,
  });
}

describe('the signature header', () => {
  test.each([
    ['hex', hmac().toString('hex')],
    ['hex in capitals', hmac().toString('hex').toUpperCase()],
    ['base64', hmac().toString('base64')],
    ['hex after sha256=', `sha256=${hmac().toString('hex')}`],
    ['base64 after sha256=', `sha256=${hmac().toString('base64')}`],
    ['spaces around', ` ${hmac().toString('hex')} `],
    ['a second one that fits', `sha256=${hmac('other').toString('hex')}, sha256=${hmac().toString('hex')}`],
    ['a second one that fits, without a space', `${hmac('other').toString('hex')},${hmac().toString('base64')}`],
  ])('proves a delivery: %s', (_name, value) => {
    expect(verify({ headers: signatureHeaders(value) })).toEqual({
      kind: 'verified',
      scheme: 'signature-header',
      standard: 'absent',
    });
  });

  test.each([
    ['another secret', hmac('another secret').toString('hex')],
    ['another body', hmac(secret, Buffer.from('{}')).toString('hex')],
    ['cut off', hmac().toString('hex').slice(0, -2)],
    ['too long', `${hmac().toString('hex')}00`],
    ['base64 cut off', hmac().toString('base64').slice(0, -4)],
    ['empty', ''],
    ['no digest at all', 'true'],
    ['the digest of the secret', digest],
    ['one that fits after sixteen others', `${'AA '.repeat(16)}${hmac().toString('hex')}`],
  ])('that does not match is rejected: %s', (_name, value) => {
    expect(verify({ headers: signatureHeaders(value) })).toMatchObject({ kind: 'rejected', reason: 'mismatch' });
  });

  test('that is wrong is rejected, no matter what else proves the delivery', () => {
    const headers = { ...signatureHeaders(hmac('other').toString('hex')), ...standardHeaders, ...tokenHeaders };
    expect(verify({ headers })).toMatchObject({ kind: 'rejected', reason: 'mismatch' });
  });

  test('cannot match while no secret is set', () => {
    const headers = { ...signatureHeaders(hmac().toString('hex')), ...tokenHeaders };
    expect(verify({ secrets: { ...secrets, webhookSecrets: [] }, headers })).toMatchObject({ kind: 'rejected' });
  });

  test('has the name given in the settings', () => {
    const headers = { 'x-shop-signature': hmac().toString('hex') };
    expect(verify({ headers, signatureHeader: 'X-Shop-Signature' })).toMatchObject({ kind: 'verified' });
    expect(verify({ headers })).toMatchObject({ kind: 'rejected', reason: 'missing' });
  });

  test.each([65, 86, 200, 1024])('a secret of %i bytes and its stored digest sign alike', (length) => {
    const long = randomBytes(length).toString('latin1').slice(0, length);
    const key = Buffer.from(long, 'latin1');
    const stored = createHash('sha256').update(key).digest();
    expect(hmac(key)).toEqual(hmac(stored));
  });

  test('a replaced secret verifies until it expires', () => {
    const acceptedUntil = new Date(now.getTime() + hours(24));
    const rotated: DeliverySecrets = {
      ...secrets,
      webhookSecrets: [
        { digest: 'ab'.repeat(32), acceptedUntil: null },
        { digest, acceptedUntil },
      ],
    };
    const headers = signatureHeaders(hmac().toString('hex'));
    expect(verify({ secrets: rotated, headers })).toMatchObject({ kind: 'verified' });
    expect(verify({ secrets: rotated, headers, now: new Date(acceptedUntil.getTime() - 1) })).toMatchObject({
      kind: 'verified',
    });
    expect(verify({ secrets: rotated, headers, now: acceptedUntil })).toMatchObject({
      kind: 'rejected',
      reason: 'mismatch',
    });
  });
});

describe('Standard Webhooks', () => {
  test("the test vector verifies with the client secret's characters as key (upstream 4.4)", () => {
    expect(verify({ headers: standardHeaders })).toEqual({
      kind: 'verified',
      scheme: 'standard-webhooks',
      standard: 'verified',
    });
  });

  test.each([
    ['a later one fits', `v1,${hmac('other').toString('base64')} ${vector.signature}`],
    ['an earlier one fits', `${vector.signature} v1,${hmac('other').toString('base64')}`],
    ['one of another version comes first', `v1a,${'A'.repeat(86)} ${vector.signature}`],
    ['the header came twice and Node joined it', `v1,${hmac('other').toString('base64')}, ${vector.signature}`],
  ])('one of several signatures must match: %s', (_name, value) => {
    expect(verify({ headers: { ...standardHeaders, 'webhook-signature': value } })).toMatchObject({ kind: 'verified' });
  });

  test.each([
    ['another version', { 'webhook-signature': vector.signature.replace('v1,', 'v2,') }],
    ['no version', { 'webhook-signature': vector.signature.slice(3) }],
    ['cut off', { 'webhook-signature': vector.signature.slice(0, -6) }],
    ['empty', { 'webhook-signature': '' }],
    ['another id', { 'webhook-id': 'other' }],
    ['no id', { 'webhook-id': undefined }],
    ['another timestamp', { 'webhook-timestamp': String(Number(vector.timestamp) + 1) }],
    ['no timestamp', { 'webhook-timestamp': undefined }],
    ['a timestamp that came twice', { 'webhook-timestamp': `${vector.timestamp}, ${vector.timestamp}` }],
  ])('is rejected: %s', (_name, change) => {
    expect(verify({ headers: { ...standardHeaders, ...change } })).toMatchObject({
      kind: 'rejected',
      reason: 'mismatch',
      standard: 'mismatch',
    });
  });

  test('is rejected with another client secret, and if one byte of the body changed', () => {
    expect(verify({ headers: standardHeaders, secrets: { ...secrets, clientSecret: 'other' } })).toMatchObject({
      kind: 'rejected',
      reason: 'mismatch',
    });
    const body = Buffer.from(vector.body);
    body[10] = 0;
    expect(verify({ headers: standardHeaders, body })).toMatchObject({ kind: 'rejected', reason: 'mismatch' });
  });

  const at = (offset: number) => new Date(Number(vector.timestamp) * 1000 + offset);
  test.each([
    ['as old as the tolerance', at(300_000), { kind: 'verified' }],
    ['older than the tolerance', at(300_001), { kind: 'rejected', reason: 'stale' }],
    ['as far ahead as the tolerance', at(-300_000), { kind: 'verified' }],
    ['further ahead than the tolerance', at(-300_001), { kind: 'rejected', reason: 'stale' }],
  ])('a timestamp %s', (_name, moment, expected) => {
    expect(verify({ headers: standardHeaders, now: moment })).toMatchObject(expected);
  });

  test('the tolerance is a setting', () => {
    expect(verify({ headers: standardHeaders, now: at(minutes(20)), tolerance: minutes(30) })).toMatchObject({
      kind: 'verified',
    });
    expect(verify({ headers: standardHeaders, now: at(2), tolerance: milliseconds(1) })).toMatchObject({
      kind: 'rejected',
      reason: 'stale',
    });
  });

  test('a malformed timestamp is rejected even if it is signed', () => {
    for (const timestamp of ['', 'now', '1e9', '-5', '1786447831.5', ' 1786447831', '9'.repeat(13)]) {
      const signature = createHmac('sha256', vector.clientSecret)
        .update(`${vector.id}.${timestamp}.`)
        .update(vector.body)
        .digest('base64');
      const headers = { ...standardHeaders, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
      expect(verify({ headers })).toMatchObject({ kind: 'rejected' });
    }
  });
});

describe('the header token', () => {
  test('proves a delivery by itself', () => {
    expect(verify({ headers: tokenHeaders })).toEqual({ kind: 'verified', scheme: 'header-token', standard: 'absent' });
  });

  test('an earlier one that is still accepted proves it, too', () => {
    const rotated = { ...secrets, headerTokenDigests: [createHeaderToken().digest, token.digest] };
    expect(verify({ headers: tokenHeaders, secrets: rotated })).toMatchObject({ kind: 'verified' });
  });

  test.each(['', 'wrong', `${token.token}x`, token.token.slice(1), token.digest])(
    'is rejected if it is %j',
    (value) => {
      expect(verify({ headers: { [tokenHeader.toLowerCase()]: value } })).toMatchObject({
        kind: 'rejected',
        reason: 'mismatch',
      });
    },
  );

  test('is rejected before one was generated', () => {
    expect(verify({ headers: tokenHeaders, secrets: { ...secrets, headerTokenDigests: [] } })).toMatchObject({
      kind: 'rejected',
    });
  });

  const wrong = { ...standardHeaders, 'webhook-signature': `v1,${hmac('other').toString('base64')}` };
  const late = new Date(now.getTime() + minutes(6));

  test('makes up for an invalid or stale second scheme until that has verified once, and reports it', () => {
    expect(verify({ headers: { ...wrong, ...tokenHeaders } })).toEqual({
      kind: 'verified',
      scheme: 'header-token',
      standard: 'mismatch',
    });
    expect(verify({ headers: { ...standardHeaders, ...tokenHeaders }, now: late })).toEqual({
      kind: 'verified',
      scheme: 'header-token',
      standard: 'stale',
    });
  });

  test('no longer makes up for an invalid one once the scheme has verified for this client secret, but still for a stale one', () => {
    const proven: DeliverySecrets = { ...secrets, standardWebhooks: 'proven' };
    expect(verify({ headers: { ...wrong, ...tokenHeaders }, secrets: proven })).toEqual({
      kind: 'rejected',
      reason: 'mismatch',
      standard: 'mismatch',
    });
    expect(verify({ headers: { ...standardHeaders, ...tokenHeaders }, secrets: proven, now: late })).toEqual({
      kind: 'verified',
      scheme: 'header-token',
      standard: 'stale',
    });
    expect(verify({ headers: standardHeaders, secrets: proven, now: late })).toEqual({
      kind: 'rejected',
      reason: 'stale',
      standard: 'stale',
    });
    expect(verify({ headers: tokenHeaders, secrets: proven })).toMatchObject({ kind: 'verified' });
  });

  test('suffices where there is no client secret to check the second scheme with', () => {
    const without = { ...secrets, clientSecret: null };
    expect(verify({ headers: { ...wrong, ...tokenHeaders }, secrets: without })).toEqual({
      kind: 'verified',
      scheme: 'header-token',
      standard: 'unchecked',
    });
    expect(verify({ headers: standardHeaders, secrets: without })).toEqual({
      kind: 'rejected',
      reason: 'missing',
      standard: 'unchecked',
    });
  });
});

test('a delivery without any proof is rejected', () => {
  expect(verify({ headers: { 'content-type': 'application/json' } })).toEqual({
    kind: 'rejected',
    reason: 'missing',
    standard: 'absent',
  });
});

test('an invalid second scheme with a valid signature header does not matter', () => {
  const headers = { ...signatureHeaders(hmac().toString('hex')), ...standardHeaders, 'webhook-id': 'other' };
  expect(verify({ headers })).toEqual({ kind: 'verified', scheme: 'signature-header', standard: 'mismatch' });
});
