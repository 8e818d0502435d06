import { containerOf } from '../../../server/src/container';
import { bootSite } from './boot-site';
import { aProduct, catalogWriter } from '../shops/catalog-items';

/*
 * A site in its own process that is killed by its own `onCatalogChange`: after the commit, and before the call ends.
 * `notified-site-process.ts` prints its folder and writes a product.
 */

async function main(): Promise<void> {
  Object.assign(globalThis, { notifyTest: () => process.kill(process.pid, 'SIGKILL') });
  const site = await bootSite({ configSource: '{ onCatalogChange: (news) => globalThis.notifyTest(news) }' });
  process.stdout.write(`\n#${site.folder}\n`);
  await catalogWriter(site.strapi, containerOf(site.strapi).catalogChanges).write('product', [aProduct({ id: 77 })]);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
