// Suggests names below the search field; the newest request replaces an earlier one. Without this it is an ordinary field.
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
