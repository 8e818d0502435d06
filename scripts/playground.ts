import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { binaries, playground } from './lib/paths';
import { prepareSite } from './lib/prepare-site';
import { siteEnvironment } from './lib/site-environment';

/** Runs a Strapi command (default `start`) in the prepared playground, with the plugin's settings of this shell. */
async function runInPlayground(given: readonly string[]): Promise<number> {
  await prepareSite((step) => console.log(`… ${step}`));
  const settings = Object.entries(process.env).filter(([name]) => name.startsWith('COMMERCE_BRIDGE_'));
  const child = spawn(process.execPath, [join(binaries, 'strapi'), ...(given.length === 0 ? ['start'] : given)], {
    cwd: playground,
    env: siteEnvironment(playground, Object.fromEntries(settings)),
    stdio: 'inherit',
  });
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('close', (code) => done(code ?? 0));
  });
}

void runInPlayground(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  },
);
