// The languages of the plugin's pages; administrators choose theirs in their profile.
export default {
  config: { locales: ['fr', 'de', 'es'] },
  bootstrap() {},
};
