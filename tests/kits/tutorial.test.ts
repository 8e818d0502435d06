import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { findFreePort } from '../../scripts/lib/ports';
import { repository } from '../../scripts/lib/paths';
import { preparePackage } from '../../scripts/lib/prepare-site';
import { run } from '../../scripts/lib/run';
import { startSimulator } from '../../simulator/src/server';
import { kitEnvironment } from '../support/kits/install-kit';
import { commandsOf } from '../support/kits/tutorial-commands';
import { type FollowedProcess, startFollowed } from '../support/sites/followed-process';
import { eventually } from '../support/time/eventually';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** The folder that the tutorial begins in: there is a clone of this repository with the packed archive. */
async function emptyFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'commerce-bridge-tutorial-'));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  const clone = join(folder, 'commerce-bridge');
  mkdirSync(clone);
  cpSync(await preparePackage('tutorial'), join(clone, 'strapi-plugin-commerce-bridge-0.1.0.tgz'));
  cpSync(join(repository, 'examples'), join(clone, 'examples'), { recursive: true });
  return folder;
}

const text = async (url: string): Promise<string> => (await fetch(url)).text();

test('each command of the tutorial, one after the other, leads to a shop that shows a changed price', async () => {
  const folder = await emptyFolder();
  const simulator = await startSimulator({ quota: 0 });
  undo.push(() => simulator.close());
  const [cms, web] = [await findFreePort(), await findFreePort()];
  const env: NodeJS.ProcessEnv = {
    ...kitEnvironment(folder),
    NODE_ENV: undefined,
    npm_config_prefer_offline: 'true',
    COMMERCE_BRIDGE_STORE_HASH: simulator.account.storeHash,
    COMMERCE_BRIDGE_ACCESS_TOKEN: simulator.account.accessToken,
    COMMERCE_BRIDGE_CLIENT_SECRET: simulator.account.clientSecret,
    COMMERCE_BRIDGE_API_URL: simulator.url,
    COMMERCE_BRIDGE_GRAPHQL_URL: simulator.url,
    STRAPI_URL: `http://localhost:${cms}`,
    SHOP_URL: `http://localhost:${web}`,
  };
  const commands = commandsOf('docs/tutorial.md').map((block) =>
    block.replaceAll('localhost:1337', `localhost:${cms}`).replaceAll('localhost:3000', `localhost:${web}`),
  );
  const next = (beginning: string): string => {
    const block = commands.shift() ?? '';
    expect(block.startsWith(beginning), `${block}\nbegins with ${beginning}`).toBe(true);
    return block;
  };
  const runs = (block: string) => run({ command: 'bash', args: ['-euc', block], cwd: folder, env });
  const stays = (block: string, port: number): FollowedProcess => {
    const started = startFollowed({
      command: 'bash',
      args: ['-euc', block],
      cwd: folder,
      env: { ...env, PORT: String(port) },
    });
    undo.push(() => started.kill());
    return started;
  };
  const isServing = (process: FollowedProcess, url: string) =>
    Promise.race([
      eventually(async () => (await fetch(url).catch(() => null))?.ok ?? false, 300_000),
      process.ended.then(() => Promise.reject(new Error(process.output()))),
    ]);

  await runs(next('npx --yes create-strapi'));
  await runs(next('cd cms\nnpm install'));
  await runs(next('cat >> cms/.env'));
  await runs(next('cd cms\nnpx commerce-bridge sync --full'));
  const startSite = next('cd cms\nnpm start');
  const site = stays(startSite, cms);
  await isServing(site, `http://localhost:${cms}/api/commerce-bridge/v1/products`);
  expect(await runs(next('curl'))).toContain('"total":12');
  await runs(next('cp -r commerce-bridge/examples/next web'));
  const startShop = next('cd web\nnpm start');
  const shop = stays(startShop, web);
  await isServing(shop, `http://localhost:${web}`);
  expect(await text(`http://localhost:${web}/products/orchard-oak-serving-board`)).toContain('$54.00');

  await runs(next('secret='));
  for (const running of [site, shop]) {
    running.interrupt();
    await running.ended;
  }
  const again = [stays(startSite, cms), stays(startShop, web)] as const;
  await isServing(again[0], `http://localhost:${cms}/api/commerce-bridge/v1/products`);
  await isServing(again[1], `http://localhost:${web}`);
  simulator.store.products.update(203, { price: 51 });
  await runs(next('cd cms\nnpx commerce-bridge sync'));
  await eventually(async () =>
    (await text(`http://localhost:${web}/products/orchard-oak-serving-board`)).includes('$51.00'),
  );
  expect(commands).toEqual([]);
  // It installs a site and a shop, and builds both, which takes four minutes of a processor; and it compiles SQLite
  // where no prebuilt binary can be fetched. On two cores shared with twelve other processes, all of it took 27
  // minutes.
}, 2_700_000);
