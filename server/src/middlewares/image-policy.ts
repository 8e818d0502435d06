/**
 * A content security policy (CSP Level 3, 2.2) that also allows images from these origins. Everything else in it stays
 * as it is; a policy that does not restrict images is returned unchanged.
 */
export function allowPictures(policy: string, origins: readonly string[]): string {
  const directives = policy
    .split(';')
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map(directiveOf);
  const ruling =
    directives.find(({ name }) => name === 'img-src') ?? directives.find(({ name }) => name === 'default-src');
  if (!ruling) return policy;
  const added = origins.filter((origin) => !isAllowed(ruling.sources, origin));
  if (added.length === 0) return policy;

  // Browsers ignore 'none' next to another source, but log a warning.
  const sources = [...ruling.sources.filter((source) => source.toLowerCase() !== "'none'"), ...added];
  const isImages = ruling.name === 'img-src';
  const retained = directives.map((directive) =>
    directive === ruling && isImages ? { ...directive, sources } : directive,
  );
  return [...retained, ...(isImages ? [] : [{ name: 'img-src', sources }])]
    .map(({ name, sources: named }) => [name, ...named].join(' '))
    .join(';');
}

interface Directive {
  /** In lower case; names are case-insensitive. */
  name: string;
  sources: string[];
}

function directiveOf(text: string): Directive {
  const [name = '', ...sources] = text.split(/\s+/);
  return { name: name.toLowerCase(), sources };
}

function isAllowed(sources: readonly string[], origin: string): boolean {
  const named = sources.map((source) => source.toLowerCase().replace(/\/$/, ''));
  const schemes = origin.startsWith('https:') ? ['https:', 'http:'] : ['http:'];
  return [origin, '*', ...schemes].some((allowing) => named.includes(allowing));
}
