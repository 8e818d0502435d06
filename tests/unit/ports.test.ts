import { expect, test } from 'vitest';
import { findFreePort, isPortFree } from '../../scripts/lib/ports';

test('a free port can be listened on, and is none that a system gives to connections', async () => {
  for (let time = 0; time < 20; time += 1) {
    const port = await findFreePort();

    expect(await isPortFree(port)).toBe(true);
    expect(port).toBeGreaterThanOrEqual(1024);
    expect(port).toBeLessThan(32_768);
  }
});
