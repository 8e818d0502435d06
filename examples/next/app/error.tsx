'use client';

export default function ErrorPage({ reset }: { reset: () => void }) {
  return (
    <>
      <h1>That did not work</h1>
      <p>Please try again in a moment.</p>
      <button onClick={reset}>Try again</button>
    </>
  );
}
