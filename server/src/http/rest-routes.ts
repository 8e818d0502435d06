/** One endpoint below `{base_url}`, as far as distinguishing 404 from 405 requires. */
export interface RestRoute {
  method: 'GET' | 'POST';
  /** With parameters as `:name`, for example `/products/:slug`. */
  path: string;
  /** `graphql`: failures are also reported in the form that GraphQL clients read. */
  errorForm?: 'graphql';
}

/** Which methods a path takes; null when there is no such endpoint. */
export type MethodsOf = (path: string) => string[] | null;

/**
 * Matches endpoints as Strapi's router does: trailing slashes and capitals do not matter. The router alone is not
 * enough: Strapi routes every GET of the site to its static files, so every unknown address looks as if it accepted
 * GET.
 */
export function createMethodsOf(routes: readonly RestRoute[]): MethodsOf {
  const patterns = routes.map(({ method, path }) => ({ method, pattern: patternOf(path) }));

  return (path) => {
    const methods = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    if (methods.length === 0) return null;
    return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))), 'OPTIONS'];
  };
}

/** The part of a path below the base, from its first slash; null for paths that are not below it. */
export function pathBelow(basePath: string, path: string): string | null {
  if (!path.toLowerCase().startsWith(basePath.toLowerCase())) return null;
  const rest = path.slice(basePath.length);
  return rest === '' || rest.startsWith('/') ? rest : null;
}

function patternOf(path: string): RegExp {
  const segments = path
    .replace(/\/$/, '')
    .split('/')
    .map((segment) => (segment.startsWith(':') ? '[^/]+' : segment.replace(/[^\w-]/g, '\\$&')));
  return new RegExp(`^${segments.join('/')}/?$`, 'i');
}
