import { randomBytes } from 'node:crypto';
import { removePrograms } from '../sites/compiled-programs';
import { databaseServers } from './database-servers';
import { dropDatabases, templatePrefix } from './database-template';
import { removeTemplates } from './template-folder';

/** Around a whole test run: drops the template databases of its workers, which get no chance to do so themselves. */
export default function setup(): () => Promise<void> {
  process.env['TEST_RUN'] = randomBytes(4).toString('hex');
  return async () => {
    const servers = [
      { driver: 'pg', at: databaseServers.postgres },
      { driver: 'mysql2', at: databaseServers.mysql },
    ];
    removePrograms();
    removeTemplates();
    // An unavailable server has no templates.
    for (const server of servers) await dropDatabases(server, templatePrefix()).catch(() => undefined);
  };
}
