// Refreshes the page in place. Without this script, submitting a form reloads the page with the current state.
const live = document.querySelector('#live');
const announcement = document.querySelector('#announcement');
const picker = document.querySelector('.pick select');
let announced = Number(live.querySelector('[data-trace]')?.dataset.trace ?? 0);

async function renew() {
  const response = await fetch(live.dataset.source);
  if (!response.ok) return;
  const text = await response.text();
  // Not while an element inside has the focus, which it would lose.
  if (!live.contains(document.activeElement)) live.innerHTML = text;
  const shown = live.querySelector('[data-store]');
  const toggle = document.querySelector('[data-switch] button');
  if (shown && toggle.textContent !== shown.dataset.switchLabel) {
    toggle.textContent = shown.dataset.switchLabel;
    toggle.value = shown.dataset.store === 'on' ? 'off' : 'on';
  }
  const newest = live.querySelector('[data-trace]');
  if (newest && Number(newest.dataset.trace) > announced && !newest.querySelector('.waiting')) {
    announced = Number(newest.dataset.trace);
    announcement.textContent = newest.textContent.replace(/\s+/g, ' ').trim();
  }
}

for (const form of document.querySelectorAll('form[data-live]')) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    await fetch(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form, event.submitter)) });
    await renew();
  });
}
picker.addEventListener('change', () => picker.form.requestSubmit());

const loop = async () => {
  if (!document.hidden) await renew().catch(() => {});
  setTimeout(loop, 300);
};
loop();
