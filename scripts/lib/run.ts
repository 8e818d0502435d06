import { spawn } from 'node:child_process';
import { repository } from './paths';

export interface Command {
  command: string;
  args: readonly string[];
  /** Default: the repository. */
  cwd?: string;
  /** Default: this process's environment. */
  env?: NodeJS.ProcessEnv;
  /** `capture` keeps the output and shows it only if the command fails. Default `capture`. */
  output?: 'capture' | 'inherit';
}

/** A command that failed; the message contains the output if that was captured. */
export class CommandFailed extends Error {
  constructor(
    command: Command,
    readonly exit: number | NodeJS.Signals | null,
    readonly output: string,
  ) {
    super(`"${[command.command, ...command.args].join(' ')}" ended with ${exit ?? 'nothing'}\n${output}`.trimEnd());
    this.name = 'CommandFailed';
  }
}

/** Runs a command to its end and returns what it wrote to standard output (empty when the output is inherited). */
export async function run(command: Command): Promise<string> {
  const inherited = command.output === 'inherit';
  const child = spawn(command.command, command.args, {
    cwd: command.cwd ?? repository,
    env: command.env ?? process.env,
    stdio: ['ignore', inherited ? 'inherit' : 'pipe', inherited ? 'inherit' : 'pipe'],
  });
  const standard: Buffer[] = [];
  const everything: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => {
    standard.push(chunk);
    everything.push(chunk);
  });
  child.stderr?.on('data', (chunk: Buffer) => everything.push(chunk));
  const exit = await new Promise<number | NodeJS.Signals | null>((done, failed) => {
    child.once('error', failed);
    child.once('close', (code, signal) => done(code ?? signal));
  });
  if (exit !== 0) throw new CommandFailed(command, exit, Buffer.concat(everything).toString());
  return Buffer.concat(standard).toString();
}
