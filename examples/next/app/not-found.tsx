import Link from 'next/link';

export default function NotFound() {
  return (
    <>
      <h1>Not here</h1>
      <p>
        This page does not exist. <Link href="/products">All products</Link>
      </p>
    </>
  );
}
