import { z } from 'zod';
import { definitions } from '../settings/definitions';
import { InvalidSettingsError } from '../settings/settings-errors';
import type { SettingsService } from '../settings/settings-service';
import { type Safelist, SafelistError } from './graphql-safelist';

const update = z.looseObject({ graphqlSafelist: definitions.graphqlSafelist.schema });

/**
 * Reads the safelist that an update of the settings names, since no GraphQL request would pass with one that cannot be
 * used. Everything else about the update is checked when it is stored.
 * @throws InvalidSettingsError that says what is wrong with the folder or its files
 */
export async function checkSafelistSetting(
  given: unknown,
  {
    settings,
    safelists,
  }: { settings: Pick<SettingsService, 'view'>; safelists: { of(folder: string): Promise<Safelist> } },
): Promise<void> {
  const folder = update.safeParse(given).data?.graphqlSafelist ?? null;
  if (folder === null) return;
  const { graphqlSafelist: current, locked } = await settings.view();
  // A page sends all settings: others can be changed while a stored folder is broken.
  if (folder === current || locked.graphqlSafelist) return;
  try {
    await safelists.of(folder);
  } catch (error) {
    if (!(error instanceof SafelistError)) throw error;
    const { expects, allowed } = definitions.graphqlSafelist;
    const message = `graphqlSafelist is ${JSON.stringify(folder)}; allowed is ${allowed}: ${error.message}`;
    throw new InvalidSettingsError([{ ...expects, name: 'graphqlSafelist', message }]);
  }
}
