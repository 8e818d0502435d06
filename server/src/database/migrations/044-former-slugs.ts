import type { Knex } from 'knex';
import { isMysql } from '../database';
import { tables } from '../tables';

/** Former slugs are case-sensitive, as slugs are: MySQL took those of two products for one, which led to the other. */
export const formerSlugs = {
  name: '044-former-slugs',

  async up(database: Knex): Promise<void> {
    if (!isMysql(database)) return;
    await database.raw('alter table ?? modify slug varchar(512) character set utf8mb4 collate utf8mb4_bin not null', [
      tables.redirects,
    ]);
  },
};
