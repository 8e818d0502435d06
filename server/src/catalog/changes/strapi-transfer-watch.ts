import type { Core } from '@strapi/strapi';

const writes = /^after(Create|Update|Delete)/;

/**
 * Detects that an import or a transfer has replaced records of these models. Strapi disables lifecycles while it
 * replaces all content, and while it exports: only then, what would run them is watched.
 * @param onReplaced called when lifecycles are enabled again, possibly before the transfer is committed
 */
export function watchTransfers(strapi: Core.Strapi, models: readonly string[], onReplaced: () => Promise<void>): void {
  const { lifecycles } = strapi.db;
  const run = lifecycles.run.bind(lifecycles);
  const disable = lifecycles.disable.bind(lifecycles);
  const enable = lifecycles.enable.bind(lifecycles);
  let isDisabled = false;
  let isReplaced = false;

  lifecycles.run = (action, uid, ...rest) => {
    if (isDisabled && writes.test(action) && models.includes(uid)) isReplaced = true;
    return run(action, uid, ...rest);
  };
  lifecycles.disable = () => {
    isDisabled = true;
    disable();
  };
  lifecycles.enable = () => {
    enable();
    isDisabled = false;
    if (!isReplaced) return;
    isReplaced = false;
    // Rejects if the site stops first.
    onReplaced().catch(() => undefined);
  };
}
