import type { Container } from './container';
import type { Database, Transaction } from './database/database';
import { migrate } from './database/migrator';
import { describeError } from './lib/errors';

/** Creates the tables and the data in them that reading requires; before the site listens. */
export async function prepare(container: Container): Promise<void> {
  const { catalogChanges, productIndexWatch } = container;
  await container.instances.prepare();
  await migrate(container);
  // Settings determine the targets that are notified of the repairs below.
  await container.settings.read();
  await outdateUnwatched(container);
  await forgetLostRecords(container);
  await container.prepareSearch();
  await container.slugRepair.prepare();
  await productIndexWatch.prepare();
  catalogChanges.subscribe(({ records, products, isEverything }) => {
    // A change without records was not made by a sync.
    if (isEverything || (records.length === 0 && products.length > 0)) productIndexWatch.repairSoon();
  });
  await container.settings.noteFixedSecrets();
  await container.storefront.prepare();
}

/**
 * Drops shared responses if no other instance is running: changes by an import or a restore while none was running are
 * in no log.
 */
async function outdateUnwatched({ instances, instanceRegister, outdateShared, self }: Container): Promise<void> {
  if (instances.values === null) return;
  const running = await instanceRegister.list();
  if (running.every(({ id }) => id === self.id)) await outdateShared();
}

/**
 * Has the next run be a full one, and an interrupted run begin again, if no record is left of what they imported: Strapi
 * drops the tables of a disabled plugin, but not those of runs.
 */
async function forgetLostRecords({ database, tables, runs, logger }: Container): Promise<void> {
  const isEmpty = async (source: Database | Transaction) => {
    for (const table of Object.values(tables.tables)) if (await source(table).first('id')) return false;
    return true;
  };
  if (!(await isEmpty(database))) return;
  await runs.forgetComplete();
  const runId = await runs.restartLost(isEmpty);
  if (runId !== null) logger.warn('the run under way starts over: the records that it imported are gone', { runId });
}

/** Starts background work; once the site listens. */
export function start(container: Container): void {
  // An import may have been made while the site was down.
  container.productIndexWatch.repairSoon();
  joinInstances(container);
  container.settings.noteRemovedSecrets().catch((error: unknown) =>
    container.logger.warn('webhook secrets that the environment no longer has could not be retired', {
      error: describeError(error),
    }),
  );
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

/** Joins the sharing of the site's limits and registers, as every process that works for the site does. */
export function joinInstances({ instances, instanceRegister }: Container): void {
  void instances.start();
  instanceRegister.start();
}

/** Called when the process is told to stop: notifies load balancers while everything still works (behavior 12.6). */
export function announceStop(container: Container): void {
  container.readiness.end();
  container.requestDrain.announce();
}

/**
 * Stops background work, so that other instances resume it, while requests under way are served; then closes the
 * connections to the store (behavior 12.6).
 */
export async function stop(container: Container): Promise<void> {
  container.readiness.end();
  await Promise.all([container.requestDrain.finish(), stopBackground(container)]);
  // Requests that were served meanwhile may have started background work.
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

/** Stops the triggers of work first, then the work itself, which releases its leases. */
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
