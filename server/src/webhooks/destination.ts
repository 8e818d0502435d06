import { BlockList, isIP, isIPv6 } from 'node:net';
import { type DestinationFlaw, UnusableDestinationError } from './registration-errors';

/** The address that hooks should point to, or why there is none. */
export type DestinationVerdict =
  | {
      kind: 'usable';
      destination: string;
      /** The other address of the same receiver (behavior 1.4); a hook that points there is ours, too. */
      alias: string;
    }
  | { kind: 'unusable'; error: UnusableDestinationError };

export interface DestinationRequest {
  /** The site's public address: the setting, otherwise the host's own; `""` when there is none. */
  siteUrl: string;
  /** `{base_url}` without the site's address. */
  basePath: string;
  /** Upstream's address. */
  apiUrl: string;
}

/**
 * Works out the destination of hooks, and explains one that upstream would reject or could never reach (upstream 4.1).
 * When upstream itself is on a local address (a simulator), it can reach local addresses, so every address is usable.
 */
export function judgeDestination({ siteUrl, basePath, apiUrl }: DestinationRequest): DestinationVerdict {
  const base = siteUrl.replace(/\/+$/, '');
  const flaw = flawOf(base, { reachesLocal: isLocalAddress(apiUrl) });
  if (flaw) return { kind: 'unusable', error: new UnusableDestinationError(flaw) };
  return {
    kind: 'usable',
    destination: new URL(`${base}${basePath}/webhook`).href,
    alias: new URL(`${base}${basePath}/webhooks`).href,
  };
}

function flawOf(address: string, { reachesLocal }: { reachesLocal: boolean }): DestinationFlaw | null {
  if (!URL.canParse(address)) return { flaw: 'missing' };
  if (reachesLocal) return null;
  const { protocol, port, host } = new URL(address);
  if (isLocalAddress(address)) return { flaw: 'local', address, host };
  if (protocol !== 'https:') return { flaw: 'insecure', address };
  return port === '' ? null : { flaw: 'port', address, port };
}

const localNetworks = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  localNetworks.addSubnet(network, prefix, 'ipv4');
}
localNetworks.addAddress('::', 'ipv6');
localNetworks.addAddress('::1', 'ipv6');
localNetworks.addSubnet('fc00::', 7, 'ipv6');
localNetworks.addSubnet('fe80::', 10, 'ipv6');

// Names that no public resolver knows (RFC 6761, 6762, 8375), or that are common in home and company networks.
const localEndings = /\.(localhost|local|internal|intranet|lan|home|corp|test|invalid|home\.arpa)$/;

/** Whether an address names this machine or a private network. */
function isLocalAddress(address: string): boolean {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0) return localNetworks.check(host, isIPv6(host) ? 'ipv6' : 'ipv4');
  return !host.includes('.') || localEndings.test(host);
}
