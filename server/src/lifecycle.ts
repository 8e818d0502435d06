import type { Container } from './container';
import { migrate } from './database/migrator';

/** Makes the tables, and in them what reading takes; before the site listens. */
export async function prepare(container: Container): Promise<void> {
  const { catalogChanges, productIndexWatch } = container;
  await migrate(container);
  await container.prepareSearch();
  await container.slugRepair.makeFirst();
  await productIndexWatch.makeFirst();
  catalogChanges.subscribe(({ records, products, isEverything }) => {
    // Without records it was not a sync that wrote.
    if (isEverything || (records.length === 0 && products.length > 0)) productIndexWatch.repairSoon();
  });
  await container.settings.read();
  await container.settings.noteFixedSecrets();
  await container.storefront.prepare();
}

/** Starts what runs in the background; once the site listens. */
export function start(container: Container): void {
  // An import may have been made while the site was down.
  container.productIndexWatch.repairSoon();
  void container.sync.watch();
  void container.verification.watch();
  container.imageHostLearning.start();
  container.webhooks.start();
  container.scheduler.start();
  container.catchUp.resume();
  void container.warnOfCharset();
}

/** Ends what runs in the background, then the connections to the store. */
export async function stop(container: Container): Promise<void> {
  await container.imageHostLearning.stop();
  await container.productIndexWatch.stop();
  await container.verification.stop();
  await container.scheduler.stop();
  await container.catchUp.stop();
  await container.webhooks.stop();
  await container.storefront.stop();
  await container.sync.stop();
  await container.listeners.stop();
  await container.upstream.close();
}
