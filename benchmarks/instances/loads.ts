import { randomUUID } from 'node:crypto';
import { productList } from '../../contracts/rest/products';
import { launchSimulator } from '../../scripts/lib/simulator-process';
import type { SiteProcess } from '../../scripts/lib/site-process';
import { deliveryBody, standardDelivery } from '../../tests/support/shops/deliveries';
import { type LoadRequest, percentile, saturate } from '../lib/load';
import { table, writeSection } from '../lib/report';
import { type Instances, openInstances } from './open-instances';

const products = 1000;
const rounds = 3;
const roundSeconds = 6;
const connections = 48;
const instanceCount = 3;
const clientSecret = '0123456789abcdef'.repeat(4);

interface Load {
  name: string;
  next: (instance: SiteProcess) => LoadRequest;
}

interface Round {
  perSecond: number;
  /** The connections of all instances together, at the same moment. */
  used: number;
  p99: number;
}

/**
 * One instance compared to three: deliveries acknowledged, hot and cold reads, and the connections that they use. The
 * rounds alternate, so that other load on the machine affects both.
 */
export async function measureLoads(): Promise<void> {
  const simulator = await launchSimulator([
    ...['--products', String(products), '--port', '0', '--quota', '0', '--client-secret', clientSecret],
  ]);
  try {
    const store = { url: simulator.url, storeHash: 'demostore1', accessToken: 'simulator-access-token', clientSecret };
    const instances = await openInstances({ store, isWithRedis: false });
    try {
      await instances.startUntil(instanceCount);
      await measure(instances);
    } finally {
      await instances.close();
    }
  } finally {
    await simulator.stop();
  }
}

async function measure({ sites, countConnections }: Instances): Promise<void> {
  const rows: string[][] = [];
  for (const load of await loadsOf(sites)) {
    const found: [Round[], Round[]] = [[], []];
    for (let round = 0; round < rounds; round += 1)
      for (const [index, count] of [1, instanceCount].entries())
        found[index]?.push(
          await measureRound(load, { sites: sites.slice(0, count), countUsed: () => countConnections(count) }),
        );
    const [one, several] = found;
    const ratios = several.map(({ perSecond }, index) => perSecond / (one[index]?.perSecond ?? 0));
    const used = (figures: readonly Round[]) => String(Math.max(...figures.map((figure) => figure.used)));
    rows.push([
      load.name,
      median(one.map(({ perSecond }) => perSecond)).toFixed(0),
      median(several.map(({ perSecond }) => perSecond)).toFixed(0),
      `${median(ratios).toFixed(2)} × (${ratios.map((ratio) => ratio.toFixed(2)).join(', ')})`,
      `${median(one.map(({ p99 }) => p99)).toFixed(0)} ms`,
      `${median(several.map(({ p99 }) => p99)).toFixed(0)} ms`,
      used(one),
      used(several),
    ]);
  }
  report(rows);
}

async function loadsOf([first]: readonly SiteProcess[]): Promise<Load[]> {
  const response = await fetch(`${first?.url}/api/commerce-bridge/v1/products?per_page=100`);
  const ids = productList.parse(await response.json()).products.map(({ id }) => id);
  let sent = 0;
  return [
    {
      name: 'deliveries acknowledged',
      next: ({ url }) => {
        const id = ids[(sent += 1) % ids.length];
        const body = deliveryBody({ data: { type: 'product', id } });
        const delivery = standardDelivery(clientSecret, { body, id: randomUUID() });
        return { url: `${url}/api/commerce-bridge/v1/webhook`, method: 'POST', ...delivery };
      },
    },
    {
      name: 'cold reads of lists',
      next: ({ url }) => ({ url: `${url}/api/commerce-bridge/v1/products?per_page=10&min_price=0.${(sent += 1)}` }),
    },
    {
      name: 'hot reads of lists',
      next: ({ url }) => ({ url: `${url}/api/commerce-bridge/v1/products?per_page=10&page=${1 + ((sent += 1) % 20)}` }),
    },
  ];
}

async function measureRound(
  { next }: Load,
  { sites, countUsed: count }: { sites: readonly SiteProcess[]; countUsed: () => Promise<number> },
): Promise<Round> {
  let turn = 0;
  const nextInTurn = () => {
    const site = sites[(turn += 1) % sites.length];
    return site ? next(site) : null;
  };
  await saturate({ connections, seconds: 1, next: nextInTurn });
  let used = 0;
  const looks = setInterval(() => void count().then((found) => (used = Math.max(used, found))), 250);
  const result = await saturate({ connections, seconds: roundSeconds, next: nextInTurn });
  clearInterval(looks);
  if (result.served < result.sent) console.log('not 200:', result.others);
  return { perSecond: result.served / result.seconds, used, p99: percentile(result.latencies, 99) };
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

function report(rows: string[][]): void {
  const body = [
    table([
      [
        'Load',
        'One a second',
        'Three a second',
        'Three compared to one (each round)',
        'p99, one',
        'p99, three',
        'Connections, one',
        'Connections, three',
      ],
      ...rows,
    ]),
    '',
    `${connections} callers, ${rounds} rounds of ${roundSeconds} seconds with one instance and with three in turns; ${products.toLocaleString('en')} products, no Redis. Connections to the database are the most that were open at once; each instance has a pool of ten, Strapi's default. A delivery is acknowledged once it is committed; the worker runs meanwhile. The database server, the three instances, the store, and the load generator share this machine: with as many instances as it has processors and more, a ratio shows what sharing costs, not what further machines bring.`,
  ].join('\n');
  console.log(body);
  writeSection({ id: 'instances', title: 'One instance and three, PostgreSQL', body });
}
