import { z } from 'zod';
import {
  hookResult,
  type HookResult,
  type RegistrationBody,
  registrationResponse,
  webhooksView,
} from '../../../contracts/admin/webhooks';
import type { CommandContext, Registration } from '../command';
import { CommandError } from '../command-error';
import { combined, type ExitCode, exitCodes } from '../exit-codes';
import { table } from '../output/table';
import { read } from '../site/responses';

const registerOptions = z.object({ takeOver: z.boolean().default(false) });
/** Details of the 502: some or all of the hooks failed. */
const refusedHooks = z.object({ hooks: z.array(hookResult) });

/** `webhooks`: what the store sends to the site. */
export function addWebhooks({ program, act }: Registration): void {
  const webhooks = program.command('webhooks').description('the webhooks that the store sends to the site');
  webhooks.command('list').description('webhooks, and what is wrong with them; asks the store').action(act(list));
  webhooks
    .command('register')
    .description('register what is missing, and repair what is wrong')
    .option('--take-over', 'also repair webhooks that lead to another address, as those of a moved site do')
    .action(
      act(async (context, given) => {
        const body: RegistrationBody = registerOptions.parse(given.options);
        return register(body, context);
      }),
    );
}

async function list({ site, output, isJson }: CommandContext): Promise<ExitCode> {
  const found = await read(site, { method: 'GET', path: '/webhooks' }, webhooksView);
  if (isJson) await output.json(found);
  else {
    const rows = found.hooks.map(({ id, scope, destination, isActive, problems }) => [
      id === null ? '-' : String(id),
      scope,
      isActive ? 'active' : 'inactive',
      problems.length === 0 ? 'ok' : problems.join(', '),
      destination,
    ]);
    for (const line of table([['ID', 'SCOPE', 'STATE', 'PROBLEMS', 'DESTINATION'], ...rows])) await output.line(line);
  }
  if (found.problem !== null) output.note(found.problem.message);
  return found.problem === null ? exitCodes.done : exitCodes.failed;
}

async function register(body: RegistrationBody, { site, output, isJson }: CommandContext): Promise<ExitCode> {
  const { message, hooks } = await attempt();
  if (isJson) await output.json({ message, hooks });
  else for (const line of table(rowsOf(hooks))) await output.line(line);
  output.note(message);
  if (hooks.some(({ outcome }) => outcome === 'left_alone'))
    output.note(
      'Webhooks that lead to another address are left alone, since this may be a copy of the site: --take-over.',
    );
  return combined(hooks.map(({ outcome }) => (outcome === 'failed' ? exitCodes.failed : exitCodes.done)));

  async function attempt() {
    try {
      return await read(site, { method: 'POST', path: '/webhooks/register', body }, registrationResponse);
    } catch (error) {
      const refused = error instanceof CommandError ? refusedHooks.safeParse(error.details) : null;
      if (!(error instanceof CommandError) || !refused?.success) throw error;
      return { message: error.message, hooks: refused.data.hooks };
    }
  }
}

const rowsOf = (hooks: readonly HookResult[]): string[][] => [
  ['SCOPE', 'OUTCOME', 'WHY'],
  ...hooks.map(({ scope, outcome, message }) => [scope, outcome, message ?? '']),
];
