import { writePartsChapter } from './parts/chapter';
import { measureParts } from './parts/measure-parts';
import { parts } from './parts/part-list';

/**
 * The effect of each optimization: sites with all of them compared to sites without one, in turns.
 *
 *   npm run bench -- parts
 *   npx tsx benchmarks/parts.ts PRODUCTS [ROUNDS] [PART…]   another size, or some parts, by file in `parts/without`
 */
const [size, rounds = 3, ...names] = process.argv.slice(2);
const sizes = size === undefined ? [10_000, 100_000] : [Number(size)];

void main();

async function main(): Promise<void> {
  const wanted = parts.filter(({ without }) => names.length === 0 || names.includes(without));
  for (const products of sizes) {
    // After each part, since all of them take most of an hour.
    for (const part of wanted)
      writePartsChapter({ products, figures: await measureParts([part], { products, rounds: Number(rounds) }) });
  }
  process.exit();
}
