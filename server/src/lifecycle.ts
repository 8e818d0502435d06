import type { Container } from './container';
import { migrate } from './database/migrator';

/** Makes the tables, and in them what reading takes; before the site listens. */
export async function prepare(container: Container): Promise<void> {
  const { catalogChanges, productIndexWatch } = container;
  await container.instances.prepare();
  await migrate(container);
  // They name the targets that are notified of what is repaired below.
  await container.settings.read();
  await outdateUnwatched(container);
  await container.prepareSearch();
  await container.slugRepair.makeFirst();
  await productIndexWatch.makeFirst();
  catalogChanges.subscribe(({ records, products, isEverything }) => {
    // Without records it was not a sync that wrote.
    if (isEverything || (records.length === 0 && products.length > 0)) productIndexWatch.repairSoon();
  });
  await container.settings.noteFixedSecrets();
  await container.storefront.prepare();
}

/**
 * What was imported or restored while no instance ran is in no log. So responses outlive instances only as long as one runs,
 * as in its memory.
 */
async function outdateUnwatched({ instances, instanceRegister, outdateShared, self }: Container): Promise<void> {
  if (instances.values === null) return;
  const running = await instanceRegister.list();
  if (running.every(({ id }) => id === self.id)) await outdateShared();
}

/** Starts what runs in the background; once the site listens. */
export function start(container: Container): void {
  // An import may have been made while the site was down.
  container.productIndexWatch.repairSoon();
  joinInstances(container);
  container.productColumns.start();
  void container.sync.watch();
  void container.verification.watch();
  void container.marketPasses.watch();
  void container.marketFreshness.watch();
  void container.modifierFreshness.watch();
  void container.metafieldFreshness.watch();
  container.imageHostLearning.start();
  container.webhooks.start();
  container.purging.outbox.start();
  void container.purging.begin();
  container.scheduler.start();
  container.catchUp.resume();
  void container.warnOfCharset();
  container.readiness.begin();
}

/** Shares the site's limits and registers, as every process does that works for the site. */
export function joinInstances({ instances, instanceRegister }: Container): void {
  void instances.start();
  instanceRegister.start();
}

/** The process was asked to end: load balancers learn of it while everything still works (behavior 12.6). */
export function announceStop(container: Container): void {
  container.readiness.end();
  container.requestDrain.announce();
}

/**
 * Ends what runs in the background, so that other instances continue it, while the requests under way are served; then
 * the connections to the store (behavior 12.6).
 */
export async function stop(container: Container): Promise<void> {
  container.readiness.end();
  await Promise.all([container.requestDrain.finish(), stopBackground(container)]);
  // Requests that were served meanwhile may have started something.
  await stopBackground(container);
  await container.webhooks.stop();
  await container.storefront.stop();
  await container.health.stop();
  await container.purging.outbox.stop();
  await container.purging.end();
  await container.listeners.stop();
  await container.upstream.close();
  await container.instances.stop();
  await container.instanceRegister.stop();
  await container.closeReader();
}

/** What starts work first, then the work, which releases its leases. */
async function stopBackground(container: Container): Promise<void> {
  await Promise.all([container.scheduler.stop(), container.catchUp.stop()]);
  await Promise.all([
    container.sync.stop(),
    container.marketPasses.stop(),
    container.marketFreshness.stop(),
    container.modifierFreshness.stop(),
    container.metafieldFreshness.stop(),
    container.webhooks.stopProcessing(),
    container.verification.stop(),
    container.imageHostLearning.stop(),
    container.productIndexWatch.stop(),
    container.productColumns.stop(),
    container.marketColumns.stop(),
  ]);
}
