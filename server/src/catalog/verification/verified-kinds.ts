/** What can be wrong with one record, apart from leftovers of removed records. */
export type Defect = 'record' | 'precomputed' | 'links' | 'slug' | 'index' | 'search';
