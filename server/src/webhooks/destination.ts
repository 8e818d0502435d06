import { BlockList, isIP, isIPv6 } from 'node:net';

/** Where hooks are to lead, or why there is no such address; in words for an administrator. */
export type DestinationVerdict =
  | {
      kind: 'usable';
      destination: string;
      /** The other address of the same receiver (decisions 1); a hook that leads there is ours too. */
      alias: string;
    }
  | { kind: 'unusable'; reason: string };

export interface DestinationRequest {
  /** The site's public address: the setting, else the host's own; `""` when there is none. */
  siteUrl: string;
  /** `{base_url}` without the site's address. */
  basePath: string;
  /** Where upstream is. */
  apiUrl: string;
}

const mend = 'Enter the public address under Settings → Commerce Bridge → Webhooks, or set COMMERCE_BRIDGE_PUBLIC_URL or the host\'s `server.url`.';

/**
 * Works out the address that hooks get, and explains one that upstream would refuse or could never reach (facts 4.1).
 * Where upstream itself is on a local address (a simulator), it reaches local addresses, so every address is usable.
 */
export function judgeDestination({ siteUrl, basePath, apiUrl }: DestinationRequest): DestinationVerdict {
  const base = siteUrl.replace(/\/+$/, '');
  if (!URL.canParse(base)) return { kind: 'unusable', reason: `The site has no public address that webhooks could be sent to. ${mend}` };
  const problem = isLocalAddress(apiUrl) ? null : problemOf(base);
  if (problem !== null) return { kind: 'unusable', reason: `${problem} ${mend}` };
  return { kind: 'usable', destination: new URL(`${base}${basePath}/webhook`).href, alias: new URL(`${base}${basePath}/webhooks`).href };
}

function problemOf(address: string): string | null {
  const { protocol, port, host } = new URL(address);
  if (isLocalAddress(address)) {
    return `The site's public address is ${address}, and ${host} exists on this machine or network only: the store cannot reach it. While developing, a tunnel gives the site a public https address.`;
  }
  if (protocol !== 'https:') return `The site's public address is ${address}; the store sends webhooks to https addresses only.`;
  if (port !== '') return `The site's public address is ${address}; the store sends webhooks to port 443 only, not to ${port}.`;
  return null;
}

const localNetworks = new BlockList();
for (const [network, prefix] of [['0.0.0.0', 8], ['10.0.0.0', 8], ['100.64.0.0', 10], ['127.0.0.0', 8], ['169.254.0.0', 16], ['172.16.0.0', 12], ['192.168.0.0', 16]] as const) {
  localNetworks.addSubnet(network, prefix, 'ipv4');
}
localNetworks.addAddress('::', 'ipv6');
localNetworks.addAddress('::1', 'ipv6');
localNetworks.addSubnet('fc00::', 7, 'ipv6');
localNetworks.addSubnet('fe80::', 10, 'ipv6');

// Names that no public resolver knows (RFC 6761, 6762, 8375) or that networks at home and at work make up.
const localEndings = /\.(localhost|local|internal|intranet|lan|home|corp|test|invalid|home\.arpa)$/;

/** Whether an address names this machine or a private network. */
export function isLocalAddress(address: string): boolean {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0) return localNetworks.check(host, isIPv6(host) ? 'ipv6' : 'ipv4');
  return !host.includes('.') || localEndings.test(host);
}
