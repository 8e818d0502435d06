// Suggests names below the search field; a new request cancels the previous one. Without this script, it is a plain
// field.
const field = document.querySelector('#header-search');
const list = document.querySelector('#suggestions');
let asking = new AbortController();
field.addEventListener('input', async () => {
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  try {
    const response = await fetch(`/suggestions?${new URLSearchParams({ search: field.value })}`, { signal });
    if (!response.ok) return;
    const names = await response.json();
    list.replaceChildren(...names.map((name) => Object.assign(document.createElement('option'), { value: name })));
  } catch (error) {
    if (!signal.aborted) console.warn(error);
  }
});
