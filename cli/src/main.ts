import type { CommandClock } from './command';
import { CommandError, HalfDoneError } from './command-error';
import { type ExitCode, exitCodes } from './exit-codes';
import { createOutput, type Output, type OutputStream } from './output/output';
import { printableJson } from './output/printable';
import { runProgram } from './program';
import { readSettings, type Variables } from './settings';
import { openSite } from './site/open-site';

/** The parts of Node's `process` that are used. */
export interface CliProcess {
  argv: readonly string[];
  env: Variables;
  stdout: OutputStream;
  stderr: OutputStream;
  /** The folder in which the command was called. */
  cwd(): string;
}

export interface Surroundings {
  /** The package's version. */
  version: string;
  /** Aborted on Ctrl+C and SIGTERM. */
  interrupted: AbortSignal;
  clock: CommandClock;
}

/** Runs one command; returns the exit code once all output is written. Never throws. */
export async function main(process: CliProcess, surroundings: Surroundings): Promise<ExitCode> {
  const { argv, env, stdout, stderr } = process;
  const output = createOutput({ stdout, stderr, secrets: secretsOf(env) });
  const exitCode = await runCommand(process, { ...surroundings, output });
  try {
    await output.written();
    return exitCode;
  } catch (error) {
    return report(error, output, argv.includes('--json'));
  }
}

async function runCommand(
  { argv, env, cwd }: CliProcess,
  { version, interrupted, clock, output }: Surroundings & { output: Output },
): Promise<ExitCode> {
  const isForScripts = argv.includes('--json');
  try {
    return await runProgram(argv.slice(2), {
      version,
      async refuse(message) {
        const exitCode = exitCodes.usage;
        const advice = 'Add --help for help.';
        if (isForScripts) await reportToScript(new CommandError({ exitCode, message, advice }), output);
        return exitCode;
      },
      print: {
        out: (text) => void output.ownText(text.trimEnd()),
        error: (text) => {
          for (const line of text.trimEnd().split('\n')) output.note(line);
        },
      },
      execute: async (body, given) => {
        const settings = readSettings(given.options, { env, folder: cwd() });
        const { isJson } = settings;
        const site = openSite(settings, interrupted);
        try {
          return await body({ site, output, isJson, interrupted, clock }, given);
        } catch (error) {
          return await report(error, output, isJson);
        } finally {
          await site.close().catch((error: unknown) => output.note(`The site did not close: ${messageOf(error)}`));
        }
      },
    });
  } catch (error) {
    return report(error, output, isForScripts);
  }
}

function secretsOf(env: Variables): string[] {
  const given = env['COMMERCE_BRIDGE_CLI_TOKEN']?.trim() ?? '';
  return given === '' ? [] : [given];
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Reports an error: to scripts on standard output, to people on standard error. */
async function report(error: unknown, output: Output, isJson: boolean): Promise<ExitCode> {
  output.endProgress();
  const failure =
    error instanceof CommandError
      ? error
      : new CommandError({
          exitCode: exitCodes.failed,
          message: messageOf(error),
        });
  const { exitCode, message, advice } = failure;
  if (isJson) await reportToScript(failure, output);
  if (isJson && output.hasRecords) return exitCode;
  output.note(message);
  if (advice !== null) output.note(advice);
  return exitCode;
}

/** If standard output has records, one per line, the error is a line on standard error instead. */
async function reportToScript(failure: CommandError, output: Output): Promise<void> {
  const { exitCode, message, advice, code, details } = failure;
  const done = failure instanceof HalfDoneError ? failure.done : {};
  const written = { ...done, error: { exitCode, message, advice, code, details } };
  if (output.hasRecords) output.note(printableJson(written));
  else await output.json(written);
}
