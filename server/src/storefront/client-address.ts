import { isIPv4, isIPv6 } from 'node:net';

// Some proxies (Azure's among them) add the port to `X-Forwarded-For`, which differs for each connection.
const withPort = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/;

/** A normalized address: IPv4 without the prefix of a dual-stack socket, no zone, no port. */
export function plainAddress(address: string): string {
  const [, ofIPv6, ofIPv4] = withPort.exec(address.trim()) ?? [];
  const plain = (ofIPv6 ?? ofIPv4 ?? address).trim().toLowerCase().split('%', 1)[0] ?? '';
  if (!isIPv6(plain)) return plain;
  const groups = groupsOf(plain);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isMapped ? dottedOf(groups) : plain;
}

// What providers assign: a link has a /64, a household a /56, a company or a server's tenant up to a /48.
const sharedPrefixes = [48, 56, 64];

/**
 * The networks that a caller is counted with, the widest first (behavior 12.5). An owner of one IPv6 address has
 * quadrillions of them, and often 65,536 networks of a /64; an IPv4 address costs money, and is counted alone.
 */
export function networksOf(address: string): readonly string[] {
  const plain = plainAddress(address);
  if (!isIPv6(plain)) return [plain];
  const groups = groupsOf(plain);
  return sharedPrefixes.map((length) => networkOf(groups, length));
}

function networkOf(groups: readonly number[], length: number): string {
  const kept = groups.slice(0, Math.ceil(length / 16)).map((group, index) => {
    const foreignBits = Math.max(0, (index + 1) * 16 - length);
    return ((group >> foreignBits) << foreignBits).toString(16);
  });
  return `${kept.join(':')}::/${length}`;
}

/** The eight groups of 16 bits of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = withoutDots(address).split('::', 2);
  const first = groupsIn(head);
  const last = groupsIn(tail ?? '');
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  return [...first, ...Array<number>(zeros).fill(0), ...last];
}

const groupsIn = (text: string): number[] =>
  text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));

/** A dotted end (`64:ff9b::192.0.2.33`) represents two groups. */
function withoutDots(address: string): string {
  const end = address.slice(address.lastIndexOf(':') + 1);
  if (!isIPv4(end)) return address;
  const [a = 0, b = 0, c = 0, d = 0] = end.split('.').map(Number);
  return `${address.slice(0, -end.length)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

const dottedOf = (groups: readonly number[]): string =>
  groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
