const pattern = /^store\/channel\/\d+\/product\/(?:assigned|unassigned)$/;

/** The scopes of products that come to a channel or leave it; beside the others on every site (upstream 20.9). */
export function channelScopes(channelId: number): string[] {
  return ['assigned', 'unassigned'].map((action) => `store/channel/${channelId}/product/${action}`);
}

/** Whether a scope is one of those, of whichever channel and in either spelling. */
export function isChannelScope(scope: string): boolean {
  return pattern.test(withoutSlash(scope));
}

/** Upstream prints some scopes of channels with a slash at the end; which of the two register is unconfirmed (upstream 20.9). */
export function withoutSlash(scope: string): string {
  return scope.replace(/\/$/, '');
}

/** Both spellings, in the order in which they are tried. */
export function spellingsOf(scope: string): string[] {
  return isChannelScope(scope) ? [scope, `${scope}/`] : [scope];
}
