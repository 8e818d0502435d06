/** A command that calls an address as it is: curl would take brackets and braces for patterns. */
export function curlCommand(address: string): string {
  return `curl ${/[[\]{}]/.test(address) ? '-g ' : ''}"${address}"`;
}
