import type { CliSettings } from '../settings';
import { createHttpSite } from './http-site';
import { createLocalSite } from './local-site';
import type { Site } from './site';

/** The site that the settings name; one in a folder is loaded on the first request. */
export function openSite({ place, restPath, timeLimit }: CliSettings, interrupted: AbortSignal): Site {
  const limits = { timeLimit, interrupted };
  if (place.kind === 'folder') return createLocalSite({ ...limits, folder: place.folder, restPath });
  return createHttpSite({ ...limits, ...place, restPath: restPath ?? '/api/commerce-bridge/v1' });
}
