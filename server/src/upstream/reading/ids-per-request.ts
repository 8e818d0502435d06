/** How many ids upstream accepts in one `id:in` (upstream 2.2). */
export const idsPerRequest = 50;
