import Link from 'next/link';
import { breadcrumbsJsonLd } from '@/lib/json-ld';
import { JsonLd } from './json-ld';

interface Props {
  collections: readonly { name: string; slug: string }[];
  /** The current page. */
  current: { name: string; path: string };
}

/** The path to a page, for people and search engines. */
export function Breadcrumbs({ collections, current }: Props) {
  const steps = collections.map(({ name, slug }) => ({ name, path: `/collections/${encodeURIComponent(slug)}` }));
  return (
    <nav aria-label="Breadcrumbs" className="breadcrumbs">
      <JsonLd data={breadcrumbsJsonLd([...steps, current])} />
      <ol>
        {steps.map(({ name, path }) => (
          <li key={path}>
            <Link href={path}>{name}</Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
