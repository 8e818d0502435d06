/** Compares by code points, which equals SQLite's comparison by UTF-8 bytes. */
export function compareCodePoints(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) {
    const [unit, otherUnit] = [one.charCodeAt(at), other.charCodeAt(at)];
    if (unit !== otherUnit) return rankOf(unit) - rankOf(otherUnit);
  }
  return one.length - other.length;
}

// Surrogates encode code points above all single code units, but are numerically below some of them.
function rankOf(unit: number): number {
  if (unit >= 0xe000) return unit - 0x800;
  return unit >= 0xd800 ? unit + 0x2000 : unit;
}
