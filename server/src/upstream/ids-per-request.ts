/** What upstream takes in one `id:in` without complaint (upstream 2.2). */
export const idsPerRequest = 50;
