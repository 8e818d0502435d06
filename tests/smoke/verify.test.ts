import { expect, test } from 'vitest';
import { run } from '../../scripts/lib/run';

test('the packed archive can be installed into a new site, which then responds', async () => {
  const output = await run({ command: process.execPath, args: ['scripts/verify.mjs'] });

  expect(output.split('\n').filter((line) => line.startsWith('✔'))).toEqual([
    '✔ Strapi\'s own "strapi-plugin verify" accepts package.json and its exports',
    expect.stringMatching(/^✔ strapi-plugin-commerce-bridge@[\d.]+ installs from its archive$/),
    '✔ every package that the built files ask for is a declared dependency or peer',
    '✔ every file that the built files and the two root files ask for is in the archive',
    '✔ the archive contains the build, the two root files and documents, nothing else',
    '✔ the command line runs, says its version, and ends with its exit codes',
    "✔ in the site's folder, it loads the site, and prints the result only",
    '✔ the client loads by import and by require',
    '✔ the client is typed for both',
    '✔ the client asks for no other package and is small',
    '✔ a frontend without carts does not carry them',
    '✔ the package installs into a frontend with a newer React, and brings no Strapi along',
    '✔ the plugin responds, found through "exports"',
    '✔ the plugin responds, found through strapi-server.js',
  ]);
  // It installs packages twice, compiles twice and boots three times.
}, 900_000);
