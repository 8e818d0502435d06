/**
 * How long a page counts as used after the last sign of it, in milliseconds. Each request renews the session of the
 * administrator: pages that polled forever would undo Strapi's logout of idle administrators.
 */
const idleLimit = 15 * 60_000;

// The last two are all that some assistive technology causes.
const signsOfUse = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart', 'click', 'input'] as const;

const listeners = new Set<() => void>();
let isIdle = false;
let idleTimer: ReturnType<typeof setTimeout> | undefined;

/** Whether the page's tab is visible, and somebody has used it lately. */
export function isPageInUse(): boolean {
  return !isIdle && isVisible();
}

const isVisible = () => document.visibilityState === 'visible';

/** Calls the listener when that may have changed, until the returned function is called. */
export function onPageUse(listener: () => void): () => void {
  // Watched from then on: Strapi mounts its pages anew at times, which is no sign of use.
  if (idleTimer === undefined) watchUse();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function watchUse(): void {
  for (const sign of signsOfUse) window.addEventListener(sign, noteUse, { capture: true, passive: true });
  // That of the window only: tables move the focus by themselves.
  window.addEventListener('focus', noteUse);
  document.addEventListener('visibilitychange', noteVisibility);
  noteUse();
}

function noteUse(): void {
  clearTimeout(idleTimer);
  idleTimer = setTimeout(() => setIdle(true), idleLimit);
  setIdle(false);
}

function noteVisibility(): void {
  if (isVisible()) noteUse();
  notify();
}

function setIdle(next: boolean): void {
  if (isIdle === next) return;
  isIdle = next;
  notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}
