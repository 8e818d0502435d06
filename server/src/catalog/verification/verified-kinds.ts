/** What can be amiss with one record, beside what is left of records that are gone. */
export type Amiss = 'record' | 'precomputed' | 'links' | 'slug' | 'index' | 'search';
