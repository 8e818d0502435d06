import { describe, expect, test } from 'vitest';
import { acceptedBatches } from '../../server/src/upstream/reading/accepted-batches';
import { upstreamHttpError } from '../../server/src/upstream/http/upstream-errors';

const range = (count: number, from = 1) => Array.from({ length: count }, (_, place) => from + place);
const refusal = (status = 422) =>
  upstreamHttpError({ method: 'POST', path: '/v3/things', status, upstreamMessage: null, retryAfter: null });

/** An endpoint that accepts at most this many items, and no bad ones; records its requests. */
function anEndpoint({ most = Infinity, bad = [], status = 422 }: { most?: number; bad?: number[]; status?: number }) {
  const requests: number[] = [];
  const accepted: number[] = [];
  const ask = async (some: readonly number[]) => {
    requests.push(some.length);
    if (some.length > most || some.some((item) => bad.includes(item))) throw refusal(status);
  };
  const work = async (some: readonly number[]) => {
    await ask(some);
    accepted.push(...some);
  };
  return { requests, accepted, work, probe: ask };
}

describe('items for an endpoint that does not say how many it takes', () => {
  test('are sent in halves once refused, and later ones in parts of the accepted size at once', async () => {
    const { requests, accepted, work, probe } = anEndpoint({ most: 15 });
    const batches = acceptedBatches<number>({ atFirst: 50 });
    expect(await batches.send(range(60), work, probe)).toEqual([]);
    expect(accepted).toEqual(range(60));
    expect(requests).toEqual([50, 25, 13, 12, 25, 13, 12, 10]);
    requests.length = 0;
    await batches.send(range(26), work, probe);
    expect(requests).toEqual([13, 13]);
  });

  test('that are at fault are found one by one, and the others keep their size', async () => {
    const { requests, accepted, work, probe } = anEndpoint({ bad: [3] });
    const batches = acceptedBatches<number>({ atFirst: 4 });
    const refused = await batches.send(range(8), work, probe);
    expect(refused.map(({ item }) => item)).toEqual([3]);
    expect(accepted).toEqual([1, 2, 4, 5, 6, 7, 8]);
    expect(requests).toEqual([4, 2, 2, 1, 1, 4]);
  });

  test('are at fault together if another one is accepted, even if they fill a batch', async () => {
    const { accepted, work, probe } = anEndpoint({ bad: range(8, 5) });
    const batches = acceptedBatches<number>({ atFirst: 4 });
    const refused = await batches.send(range(13), work, probe);
    expect(refused.map(({ item }) => item)).toEqual(range(8, 5));
    expect(accepted).toEqual([1, 2, 3, 4, 13]);
  });

  test('are not blamed for an endpoint that refuses everything, which takes few requests to see', async () => {
    const { requests, work, probe } = anEndpoint({ bad: range(50) });
    await expect(acceptedBatches<number>({ atFirst: 50 }).send(range(50), work, probe)).rejects.toMatchObject({
      status: 422,
    });
    expect(requests.length).toBeLessThan(12);
  });

  test('that are refused alone are at fault where another one is known to be accepted', async () => {
    const { work, probe } = anEndpoint({ bad: [1] });
    const batches = acceptedBatches<number>({ atFirst: 4, control: 9 });
    expect((await batches.send([1], work, probe)).map(({ item }) => item)).toEqual([1]);
    const refusing = anEndpoint({ bad: [1, 9] });
    const others = acceptedBatches<number>({ atFirst: 4, control: 9 });
    await expect(others.send([1], refusing.work, refusing.probe)).rejects.toMatchObject({ status: 422 });
  });

  test('are not sent again after anything but a refusal', async () => {
    const { requests, work, probe } = anEndpoint({ bad: [1], status: 403 });
    await expect(acceptedBatches<number>({ atFirst: 4 }).send(range(4), work, probe)).rejects.toMatchObject({
      status: 403,
    });
    expect(requests).toEqual([4]);
  });

  test('that are none take no request', async () => {
    const { requests, work, probe } = anEndpoint({});
    expect(await acceptedBatches<number>({ atFirst: 4 }).send([], work, probe)).toEqual([]);
    expect(requests).toEqual([]);
  });
});
