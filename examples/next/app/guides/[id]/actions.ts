'use server';

import { draftMode } from 'next/headers';

export async function leavePreview(): Promise<void> {
  (await draftMode()).disable();
}
