import { Command, InvalidArgumentError } from 'commander';
import { DEFAULT_ACCESS_TOKEN, DEFAULT_CLIENT_SECRET, DEFAULT_STORE_HASH } from './account';
import { SystemClock } from './clock';
import { startSimulator } from './server';
import type { SimulatorOptions } from './options';

interface CommandLine extends Omit<SimulatorOptions, 'quota'> {
  catalog?: string;
  /** false: `--no-quota`. */
  quota: number | false;
  clockSpeed: number;
}

const program = new Command()
  .name('simulator')
  .description(
    'A store of the upstream commerce platform on this machine: REST catalog, webhooks and storefront, with faults on demand.',
  )
  .option('--port <number>', 'port to listen on, 0 for any free one', wholeNumber, 4010)
  .option('--host <address>', 'address to listen on', '127.0.0.1')
  .option('--products <number>', 'serve a generated catalog with this many products', wholeNumber)
  .option('--catalog <file.csv>', "serve a file in BigCommerce's v3 product export format")
  .option('--seed <text>', 'what generated products are drawn from', '1')
  .option(
    '--revision <number>',
    'a later state of the generated catalog: prices, stock and descriptions are others, and nothing else',
    wholeNumber,
    0,
  )
  .option(
    '--markets',
    'a second storefront, three currencies, two languages, a wholesale group, and a product with modifiers',
  )
  .option('--store-hash <hash>', 'hash of the store', DEFAULT_STORE_HASH)
  .option('--access-token <token>', 'token that opens the API', DEFAULT_ACCESS_TOKEN)
  .option('--client-secret <secret>', 'secret that signs webhooks', DEFAULT_CLIENT_SECRET)
  .option('--quota <number>', 'requests per 30 s window, 0 for no limit', wholeNumber, 150)
  .option('--no-quota', 'lift the request quota')
  .option('--embedded-variants <number>', 'most variants that include=variants embeds', wholeNumber, 250)
  .option('--latency <milliseconds>', 'added to every response', wholeNumber, 0)
  .option('--schema-file <file.graphql>', "upstream's own Storefront schema (default: the part of it in the project)")
  .option('--local-destinations', 'let webhooks lead to http addresses of this machine, which upstream refuses')
  .option('--clock-speed <factor>', 'how much faster than real time its clock runs', wholeNumber, 1)
  .option('--public-url <url>', 'what picture addresses start with (default: the host that was asked)')
  .action(async (line: CommandLine) => {
    const { catalog, quota, clockSpeed, ...options } = line;
    const simulator = await startSimulator({
      ...options,
      quota: quota === false ? 0 : quota,
      clock: new SystemClock(clockSpeed),
      // A receiver always has nine seconds, however fast simulated time runs.
      acknowledgementMilliseconds: 9_000 * clockSpeed,
      ...(catalog === undefined ? {} : { catalogFile: catalog }),
    });
    process.stdout.write(`Simulator ready at ${simulator.url}\n`);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        void simulator.close().then(() => process.exit(0));
      });
    }
  });

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('A whole number is needed.');
  return Number(text);
}

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
