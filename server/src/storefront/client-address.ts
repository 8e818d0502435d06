import { isIPv4, isIPv6 } from 'node:net';

const mappedPrefix = '::ffff:';

/** An address as others write it: IPv4 without the prefix that a socket of both families puts before it, no zone. */
export function plainAddress(address: string): string {
  const plain = address.trim().toLowerCase().split('%', 1)[0] ?? '';
  const mapped = plain.startsWith(mappedPrefix) ? plain.slice(mappedPrefix.length) : '';
  return isIPv4(mapped) ? mapped : plain;
}

/**
 * What one caller is told from others by: the address, of IPv6 its first 64 bits, since one household or server has
 * all the addresses below those.
 */
export function clientOf(address: string): string {
  const plain = plainAddress(address);
  return isIPv6(plain) ? `${firstGroups(plain).join(':')}::/64` : plain;
}

function firstGroups(address: string): string[] {
  const [head = '', tail] = address.split('::', 2);
  const groups = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  // A dotted end stands for two groups; it is never among the first four.
  const length = groups.length + last.length + (address.includes('.') ? 1 : 0);
  const zeros = tail === undefined ? 0 : 8 - length;
  const all = [...groups, ...Array<string>(zeros).fill('0'), ...last];
  return all.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
}
