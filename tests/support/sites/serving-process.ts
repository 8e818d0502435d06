import type { Environment } from '../../../server/src/environment';
import { bootSite } from './boot-site';

/*
 * A site in a separate process, from its source, until it is stopped: `serving-process.ts {environment?, database?,
 * machine?}`. It prints `#{"url", "folder"}`. `GET /api/slow` responds after 700 ms; `GET /api/slow?begun` returns how
 * many of these requests have begun.
 */

const route = (path: string, handler: string) => ({ method: 'GET', path, handler, config: { auth: false } });
const sources = {
  'src/api/slow/routes/slow.js': `module.exports = ${JSON.stringify({ routes: [route('/slow', 'slow.respond')] })};`,
  'src/api/slow/controllers/slow.js': `
    let begun = 0;
    module.exports = {
      async respond(ctx) {
        if (ctx.query.begun === undefined) {
          begun += 1;
          await new Promise((resolve) => setTimeout(resolve, 700));
        }
        ctx.body = { begun };
      },
    };`,
};

async function main({
  environment,
  database,
  machine,
}: {
  environment?: Record<string, string>;
  database?: Record<string, unknown>;
  machine?: Partial<Environment>;
}) {
  const site = await bootSite({
    sources,
    ...(environment && { environment }),
    ...(database && { database }),
    ...(machine && { machine }),
  });
  process.stdout.write(`\n#${JSON.stringify({ url: site.url, folder: site.folder })}\n`);
}

const [, , order = '{}'] = process.argv;
main(JSON.parse(order)).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
