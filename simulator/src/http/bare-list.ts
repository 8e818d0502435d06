import type { FastifyReply } from 'fastify';
import type { ListQuery } from './list-query';
import { slicePage } from './paging';

/** A list as v2 returns it: a bare array without paging, or 204 without a body when it is empty (upstream 20.2). */
export function bareList<Item>(
  reply: FastifyReply,
  items: readonly Item[],
  asked: { query: ListQuery<Item>; present: (item: Item) => unknown },
): FastifyReply {
  const { query, present } = asked;
  const matching = items.filter((item) => query.tests.every((test) => test(item)));
  const page = slicePage(matching, query);
  return page.length === 0 ? reply.code(204).send() : reply.send(page.map(present));
}
