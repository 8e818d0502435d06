/** What the rest of the server uses of this room. */
export { createSearchThread, findSearchThread, type SearchThreadStart } from './search-thread';
