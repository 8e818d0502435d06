import type { PlainSettings, SecretName } from '../../../contracts/admin/settings';
import type { Secret } from './secrets';
import type { SettingProblem } from './settings-errors';

/** Addresses that requests with a secret go to, and the secret. */
const guarded = [
  { address: 'apiUrl', secret: 'accessToken' },
  { address: 'graphqlUrl', secret: 'accessToken' },
] as const satisfies readonly { address: keyof PlainSettings; secret: SecretName }[];

/**
 * A secret never leaves the server again (decisions 8), so nobody may point the address it is sent to somewhere else
 * without knowing it: whoever changes the address gives the secret once more.
 * @param changed settings that the update changes, secrets among them
 */
export function unprovenAddresses(changed: ReadonlySet<string>, secrets: Record<SecretName, Secret>): SettingProblem[] {
  return guarded
    .filter(({ address, secret }) => changed.has(address) && !changed.has(secret) && secrets[secret].kind === 'set')
    .map(({ address }) => ({ name: address, message: addressGuardMessage(address) }));
}

/** Why a new address is refused and what to do. */
export function addressGuardMessage(address: string): string {
  return `${address} decides where the access token is sent: give the access token again together with a new ${address}. Where the token comes from the environment, set the address there as well.`;
}
