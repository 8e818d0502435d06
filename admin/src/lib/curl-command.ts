/** A curl command for an address, with `-g` where curl would otherwise expand brackets and braces as patterns. */
export function curlCommand(address: string): string {
  return `curl ${/[[\]{}]/.test(address) ? '-g ' : ''}"${address}"`;
}
