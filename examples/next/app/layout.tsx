import type { Metadata } from 'next';
import Link from 'next/link';
import { Suspense, type ReactNode } from 'react';
import { listTopCollections, readStore } from '@/lib/catalog';
import { readSession } from '@/lib/session';
import { settings } from '@/lib/settings';
import './globals.css';

export async function generateMetadata(): Promise<Metadata> {
  const { name } = await readStore();
  const shop = name ?? 'Shop';
  return { metadataBase: new URL(settings.SHOP_URL), title: { default: shop, template: `%s – ${shop}` } };
}

export default async function Layout({ children }: { children: ReactNode }) {
  const [store, collections] = await Promise.all([readStore(), listTopCollections()]);
  return (
    <html lang={store.locale ?? 'en'}>
      <body>
        <header>
          <div className="bar">
            <Link href="/" className="shop-name">
              {store.name ?? 'Shop'}
            </Link>
            <form action="/products" role="search">
              <input type="search" name="search" aria-label="Search products" placeholder="Search" maxLength={200} />
            </form>
            <nav aria-label="You">
              <Link href="/account">Account</Link>
              <Suspense fallback={<Link href="/cart">Cart</Link>}>
                <CartLink />
              </Suspense>
            </nav>
          </div>
          <nav aria-label="Collections" className="bar collections">
            <Link href="/products">All products</Link>
            {collections.map(({ id, slug, name }) => (
              <Link key={id} href={`/collections/${encodeURIComponent(slug)}`}>
                {name}
              </Link>
            ))}
          </nav>
        </header>
        <main>{children}</main>
      </body>
    </html>
  );
}

async function CartLink() {
  const { quantity } = await readSession();
  return <Link href="/cart">Cart{quantity > 0 && ` (${quantity})`}</Link>;
}
