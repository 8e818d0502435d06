import { readinessPath } from '../readiness';
import { notCached } from './headers';
import type { OpenApiResponse, PathItem } from './openapi-types';

/** The path item of the readiness probe. */
export function readinessOperation(): Record<string, PathItem> {
  return {
    [readinessPath]: {
      get: {
        operationId: 'readReadiness',
        tags: ['Operation'],
        summary: 'Says whether this instance takes requests',
        description: 'Called by load balancers and orchestrators. No response has a body.',
        responses: {
          200: bodiless('It takes requests.'),
          503: bodiless('It is starting or stopping; another instance may take requests.'),
        },
      },
    },
  };
}

const bodiless = (description: string): OpenApiResponse => ({ description, headers: notCached() });
