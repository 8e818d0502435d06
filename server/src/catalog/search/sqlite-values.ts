/** The first number in a blob of SQLite's variable-length integers. */
export function varintOf(blob: unknown): number {
  let value = 0;
  for (const byte of Buffer.isBuffer(blob) ? blob : []) {
    value = value * 128 + (byte & 127);
    if (byte < 128) break;
  }
  return value;
}

/** Parses comma-separated integers; splitting the text would take several times as long. */
export function numbersIn(text: string): number[] {
  const numbers: number[] = [];
  let number = 0;
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    if (code === comma) {
      numbers.push(number);
      number = 0;
    } else number = number * 10 + (code - zero);
  }
  numbers.push(number);
  return numbers;
}

const [comma, zero] = [44, 48];
