/** Structured data for search engines. */
export function JsonLd({ data }: { data: object }) {
  // A name that contains `</script>` must not end the element.
  const text = JSON.stringify(data).replaceAll('<', '\\u003c');
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />;
}
