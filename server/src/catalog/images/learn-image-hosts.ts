import { z } from 'zod';
import type { Database } from '../../database/database';
import { fromJson, toNumber } from '../../database/database';
import type { WorkScheduler } from '../../lib/work-scheduler';
import { describeError } from '../../lib/errors';
import type { Logger } from '../../lib/logger';
import type { ImageHosts } from './image-hosts';
import type { CatalogTables } from '../tables/strapi-tables';

const pageSize = 200;

const pictures = z.array(z.object({ urls: z.record(z.string(), z.string()) })).nullish();

interface LearningParts {
  database: Database;
  tables: CatalogTables;
  imageHosts: ImageHosts;
  workScheduler: Pick<WorkScheduler, 'yieldIfDue'>;
  logger: Logger;
}

/**
 * Collects image hosts from the cache itself if none is known: for a catalog that was cached by an earlier version or
 * came with an import.
 */
export function createImageHostLearning(parts: LearningParts) {
  const stopping = new AbortController();
  let learning: Promise<void> = Promise.resolve();

  async function learn(): Promise<void> {
    const { imageHosts, workScheduler } = parts;
    if ((await imageHosts.read()).length > 0) return;
    for await (const addresses of cachedAddresses(parts)) {
      if (stopping.signal.aborted) break;
      imageHosts.noteAddresses(addresses);
      await workScheduler.yieldIfDue();
    }
    await imageHosts.settle();
  }

  return {
    start(): void {
      learning = learn().catch((error: unknown) =>
        parts.logger.warn('image hosts could not be read from the cache', { error: describeError(error) }),
      );
    },
    async stop(): Promise<void> {
      stopping.abort();
      await learning;
    },
  };
}

async function* cachedAddresses({ database, tables: { tables } }: LearningParts): AsyncIterable<string[]> {
  for (const { table, column } of [
    { table: tables.brand, column: 'image_url' },
    { table: tables.category, column: 'image_url' },
    { table: tables.product, column: 'images' },
  ]) {
    for (let last = 0; ; ) {
      const rows: Record<string, unknown>[] = await database(table)
        .where('id', '>', last)
        .orderBy('id')
        .limit(pageSize)
        .select('id', column);
      if (rows.length === 0) break;
      last = toNumber(rows.at(-1)?.id);
      yield rows.flatMap((row) => addressesOf(row[column]));
    }
  }
}

function addressesOf(value: unknown): string[] {
  if (typeof value === 'string' && !value.startsWith('[')) return [value];
  const parsed = pictures.safeParse(fromJson(value));
  return (parsed.data ?? []).flatMap(({ urls }) => Object.values(urls));
}
