/** Counts how often typing pauses for longer than a person typing continuously. */
export const notePauses = `{
  let last = performance.now();
  window.typingPauses = 0;
  document.addEventListener('input', () => {
    const now = performance.now();
    if (now - last > 150) window.typingPauses += 1;
    last = now;
  }, true);
}`;
