/** The public interface of this room. */
export { createSearchThread, findSearchThread, type SearchThreadStart } from './search-thread';
