// Packages that ship ES modules only: jest loads CommonJS, so they pass through the compiler like our own files.
const esModulesOnly = [
  'got', '@sindresorhus', 'cacheable-lookup', 'cacheable-request', 'decompress-response', 'form-data-encoder',
  'http2-wrapper', 'keyv', '@keyv', 'lowercase-keys', 'mimic-response', 'normalize-url', 'p-cancelable', 'quick-lru',
  'resolve-alpn', 'responselike', '@szmarczak', 'get-stream', 'is-stream', 'type-fest', '@sec-ant', 'node-cron',
  'fast-check', 'pure-rand', 'p-limit', 'yocto-queue', 'entities', 'htmlparser2', 'domutils', 'dom-serializer',
  'domhandler', 'domelementtype', 'chunk-data', 'uint8array-extras', 'escape-string-regexp',
];

const shared = {
  rootDir: '.',
  testEnvironment: 'node',
  transform: {
    '^.+\\.(ts|tsx|mts)$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }],
    '^.+\\.(js|mjs)$': ['@swc/jest', { jsc: { target: 'es2022' } }],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esModulesOnly.join('|')})/)`],
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'json', 'node'],
  modulePathIgnorePatterns: ['<rootDir>/playground/', '<rootDir>/.cache/', '<rootDir>/dist/'],
};

const project = (name) => ({ ...shared, displayName: name, testMatch: [`<rootDir>/tests/${name}/**/*.test.ts`] });
const slowProject = (name) => ({ ...project(name), setupFilesAfterEnv: ['<rootDir>/tests/support/slow-tests.ts'] });

export default {
  projects: [...['unit', 'contract'].map(project), ...['integration', 'browser', 'smoke'].map(slowProject)],
};
