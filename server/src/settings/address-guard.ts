import type { PlainSettings, SecretName } from '../../../contracts/admin/settings';
import type { Secret } from './secrets';
import type { SettingProblem } from './settings-errors';

type Guarded = { address: keyof PlainSettings; secret: SecretName } & Pick<SettingProblem, 'code'> & { called: string };

const accessToken = { secret: 'accessToken', code: 'token_needed_again', called: 'access token' } as const;

/** Addresses to which a secret is sent, each with its secret. */
const guarded: readonly Guarded[] = [
  { address: 'apiUrl', ...accessToken },
  { address: 'graphqlUrl', ...accessToken },
  {
    address: 'graphqlUrl',
    secret: 'trustedProxySecret',
    code: 'proxy_secret_needed_again',
    called: 'trusted proxy secret',
  },
];

/**
 * A secret never leaves the server again (behavior 8.4), so nobody may redirect it to another address without knowing
 * it: changing the address requires entering the secret again.
 * @param changed settings that the update changes, secrets among them
 */
export function unprovenAddresses(changed: ReadonlySet<string>, secrets: Record<SecretName, Secret>): SettingProblem[] {
  return guarded
    .filter(({ address, secret }) => changed.has(address) && !changed.has(secret) && secrets[secret].kind === 'set')
    .map(refusal);
}

/** Why a new API address is rejected, and what to do. */
export function unprovenApiAddress(): SettingProblem {
  return refusal({ address: 'apiUrl', ...accessToken });
}

function refusal({ address, code, called }: Omit<Guarded, 'secret'>): SettingProblem {
  const message = `${address} decides where the ${called} is sent: give the ${called} again together with a new ${address}. Where it comes from the environment, set the address there as well.`;
  return { name: address, code, values: {}, message };
}
