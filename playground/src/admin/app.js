// Languages that the plugin's pages speak; each administrator chooses theirs in the profile.
export default {
  config: { locales: ['fr', 'de', 'es'] },
  bootstrap() {},
};
