import slugify from '@sindresorhus/slugify';

/** Leaves room in a column of 512 for the ids that tell equal claims apart (behavior 2.8). */
const maximumLength = 480;

export interface SlugSource {
  id: number;
  name: string;
  /** Upstream's path of the entity, for example `/all/jar/`. */
  path: string;
}

/** The last segment of upstream's address, else the slugified name, else the id (behavior 2.8). */
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

/** As a reader of the address bar sees it, where it can be undone: not for stray percent signs, nor for a slash inside. */
function decoded(segment: string): string {
  try {
    const plain = decodeURIComponent(segment);
    return /[/\\\p{Cc}]/u.test(plain) ? segment : plain;
  } catch {
    // Not percent-encoded, only written with a percent sign: it stands for itself.
    return segment;
  }
}

function capped(slug: string): string {
  // A pair of surrogates cut in the middle would be no text.
  return slug.slice(0, maximumLength).replace(/[\ud800-\udbff]$/, '');
}
