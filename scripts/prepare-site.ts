import { prepareSite } from './lib/prepare-site';

void prepareSite((step) => console.log(`… ${step}`)).then(
  () => console.log('The site in playground/ is ready.'),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  },
);
