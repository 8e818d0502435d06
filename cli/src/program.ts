import { Command, CommanderError } from 'commander';
import { type CommandBody, type Registration, wholeNumber } from './command';
import { addCancel } from './commands/cancel';
import { addCompletion } from './commands/completion';
import { addDiagnostics } from './commands/diagnostics';
import { addEvents } from './commands/events';
import { addExplain } from './commands/explain';
import { addExport } from './commands/export';
import { addHealth } from './commands/health';
import { addImportFields } from './commands/import-fields';
import { addPurge } from './commands/purge';
import { addResync } from './commands/resync';
import { addStatus } from './commands/status';
import { addSync } from './commands/sync';
import { addWebhooks } from './commands/webhooks';
import { type ExitCode, exitCodes } from './exit-codes';

export interface ProgramOptions {
  version: string;
  /** Prints help, and commander's errors about an invalid command line. */
  print: { out(text: string): void; error(text: string): void };
  /** Reports an invalid command line to scripts; people have already seen commander's error. */
  refuse(message: string): Promise<ExitCode>;
  /** Creates what a command needs, runs the command, and cleans up. */
  execute(body: CommandBody, given: { args: string[]; options: unknown }): Promise<ExitCode>;
}

const after = `
Where:
  COMMERCE_BRIDGE_CLI_URL     the address of a running site, where --url is not given
  COMMERCE_BRIDGE_CLI_TOKEN   an admin API token of that site (Settings → Admin Tokens)
  Without an address, the Strapi site of this folder is loaded; no token is needed.

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 refused, 4 not reachable, 5 done in part.`;

const commands: readonly ((registration: Registration) => void)[] = [
  addStatus,
  addSync,
  addCancel,
  addResync,
  addExplain,
  addEvents,
  addWebhooks,
  addHealth,
  addDiagnostics,
  addPurge,
  addImportFields,
  addExport,
  addCompletion,
];

/**
 * Runs one command line.
 * @param argv without node and the script
 */
export async function runProgram(argv: readonly string[], options: ProgramOptions): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.done;
  const program = createProgram(options, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return exitCodes.done;
    // Commander shows its help in this case, but has no message.
    const isMissing = error.code === 'commander.help';
    return options.refuse(isMissing ? 'No command is given.' : error.message.replace(/^error: /, ''));
  }
}

function createProgram({ version, print, execute }: ProgramOptions, end: (code: ExitCode) => void): Command {
  const program = new Command('commerce-bridge')
    .description('Operates Commerce Bridge in a running Strapi site, or in the site of this folder.')
    .version(version, '--version', 'show the version')
    .helpOption('--help', 'show help')
    .option('--url <address>', 'the running site')
    .option('--rest-path <path>', "the public API's path (default: /api/commerce-bridge/v1)")
    .option('--json', 'print JSON, for scripts')
    .option('--timeout <seconds>', 'how long a request may take', wholeNumber(1, 3600), 60)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: print.out, writeErr: print.error })
    .showHelpAfterError('(add --help for help)')
    .exitOverride()
    .addHelpText('after', after);
  const registration: Registration = {
    program,
    act:
      (body) =>
      async (...given) => {
        const command = given.at(-1);
        if (!(command instanceof Command)) throw new TypeError('commander passes the command last');
        end(await execute(body, { args: command.args, options: command.optsWithGlobals() }));
      },
  };
  for (const add of commands) add(registration);
  return program;
}
