import { replaceModule } from '../replace-module';

/** SQLite moves its log as often as the site is set up to. */
const asTheSiteIs = { usual: async () => undefined, seldom: async () => undefined };
replaceModule('database/checkpoint-pace', { createCheckpointPace: () => asTheSiteIs });
