import { z } from 'zod';
import { isUpstreamId } from '../catalog/model';

/** An id in the data of an event: a number, or its digits. */
export const eventId = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,16}$/)
      .transform(Number),
  ])
  .pipe(z.number().refine(isUpstreamId));
