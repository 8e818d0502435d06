import { describe, expect, test } from 'vitest';
import { curlCommand } from '../../../admin/src/lib/curl-command';

describe('a curl command', () => {
  test.each([
    ['http://localhost:1337/api/products?per_page=5', 'curl "http://localhost:1337/api/products?per_page=5"'],
    ['http://[::1]:1337/api/products', 'curl -g "http://[::1]:1337/api/products"'],
    ['http://localhost:1337/api/products/{slug}', 'curl -g "http://localhost:1337/api/products/{slug}"'],
  ])('for %s takes it literally', (address, command) => {
    expect(curlCommand(address)).toBe(command);
  });
});
