import { shareAll, useRedis } from './redis-forms';

/*
 * Two instances must share everything through the Redis at an address: `redis-sharing-process.ts redis://…`. Exits with
 * 1 if not.
 */
async function main(url: string): Promise<void> {
  const [one, two] = [await useRedis(url, 'one'), await useRedis(url, 'two')];
  await shareAll(one, two);
  one.close();
  two.close();
}

const [, , address = ''] = process.argv;
main(address).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
