import type { Metadata } from 'next';
import { draftMode } from 'next/headers';
import { notFound } from 'next/navigation';
import { ProductGrid } from '@/components/product-grid';
import { readGuide, readGuideDraft } from '@/lib/guides';
import { leavePreview } from './actions';

type Props = PageProps<'/guides/[id]'>;

// The guides are not known at build time; each is built on its first visit.
export const generateStaticParams = () => [{ id: '-' }];

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params;
  const guide = await readGuide(id);
  return guide === null ? {} : { title: guide.title, alternates: { canonical: `/guides/${encodeURIComponent(id)}` } };
}

export default async function GuidePage({ params }: Props) {
  const { id } = await params;
  const { isEnabled } = await draftMode();
  const guide = await (isEnabled ? readGuideDraft(id) : readGuide(id));
  if (guide === null) notFound();
  return (
    <>
      {isEnabled && (
        <form action={leavePreview} className="preview">
          A preview with what is not published yet. <button className="quiet-button">Leave</button>
        </form>
      )}
      <h1>{guide.title}</h1>
      <p>{guide.text}</p>
      <ProductGrid products={guide.products ?? []} />
    </>
  );
}
