import type { FastifyReply, FastifyRequest } from 'fastify';
import { CommerceBridgeApiError, StoreRefusal } from 'strapi-plugin-commerce-bridge/client';
import { UnusableForm } from './forms';
import { layout } from './pages/layout';
import { troublePage, troubleText } from './pages/message-page';
import { htmlType } from './routes/catalog-routes';
import { readFrame, type ShopContext } from './shop-context';

/** There is no page at an address. */
export class NoSuchPage extends Error {
  override readonly name = 'NoSuchPage';
}

interface Trouble {
  status: number;
  title: string;
  text: string;
}

interface Failure {
  error: unknown;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Sends an error page, worded for shoppers. */
export async function sendTrouble(context: ShopContext, { error, request, reply }: Failure): Promise<FastifyReply> {
  const trouble = describeTrouble(error);
  if (trouble.status === 500) console.error(error);
  // With the shop's frame, unless the catalog cannot be read.
  const page = await readFrame(context, request).then(
    (frame) => layout(frame, troublePage(trouble)),
    () => troubleText(trouble.title, trouble.text),
  );
  return reply.code(trouble.status).type(htmlType).send(page);
}

function describeTrouble(error: unknown): Trouble {
  const missing = { status: 404, title: 'Not here', text: 'This page does not exist, or not any more.' };
  const unusable = { status: 400, title: 'That did not work', text: 'The shop cannot make sense of this request.' };
  if (error instanceof NoSuchPage) return missing;
  if (error instanceof StoreRefusal) return { status: 409, title: 'The store refused', text: error.message };
  if (error instanceof UnusableForm) return { ...unusable, text: error.message };
  if (error instanceof CommerceBridgeApiError) {
    if (error.status === 404) return missing;
    return error.status >= 500 || error.status === 429 ? away : { ...unusable, text: error.message };
  }
  const status = statusOf(error);
  if (status >= 400 && status < 500) return { ...unusable, status };
  return {
    status: 500,
    title: 'That did not work',
    text: 'The shop has a problem; the terminal of the demo says which.',
  };
}

const away: Trouble = {
  status: 503,
  title: 'The store does not respond',
  text: 'Carts live in the store, and it does not respond. The catalog still works: please try again in a moment.',
};

/** The server's own status for an invalid request, for example 415. */
const statusOf = (error: unknown): number =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
