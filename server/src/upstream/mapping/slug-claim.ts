import slugify from '@sindresorhus/slugify';

/** Leaves room in a column of 512 for the ids that distinguish equal claims (behavior 2.8). */
const maximumLength = 480;

export interface SlugSource {
  id: number;
  name: string;
  /** Upstream's path of the entity, for example `/all/jar/`. */
  path: string;
}

/** The last segment of upstream's address, otherwise the slugified name, otherwise the id (behavior 2.8). */
export function slugClaimOf({ id, name, path }: SlugSource): string {
  return lastSegment(path) || capped(slugify(name, { decamelize: false })) || String(id);
}

function lastSegment(path: string): string {
  const [withoutQuery = ''] = path.split(/[?#]/, 1);
  const segment =
    withoutQuery
      .split('/')
      .filter((part) => part.trim() !== '')
      .at(-1) ?? '';
  const slug = capped(decoded(segment).trim());
  // `.` and `..` never reach a server as a segment of an address.
  return /^\.{1,2}$/.test(slug) ? '' : slug;
}

/** As shown in the address bar, where decoding is possible: not for stray percent signs, nor for an encoded slash. */
function decoded(segment: string): string {
  try {
    const plain = decodeURIComponent(segment);
    return /[/\\\p{Cc}]/u.test(plain) ? segment : plain;
  } catch {
    // Not percent-encoded, just text with a percent sign: it stays as it is.
    return segment;
  }
}

function capped(slug: string): string {
  // A surrogate pair cut in half would not be valid text.
  return slug.slice(0, maximumLength).replace(/[\ud800-\udbff]$/, '');
}
