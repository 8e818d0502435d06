import { existsSync, readdirSync, readFileSync } from 'node:fs';

// Jest loads CommonJS, so packages of ES modules pass through the compiler like our own files.
function packagesOfModules(folder = 'node_modules') {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).flatMap((name) =>
    name.startsWith('@') ? readdirSync(`${folder}/${name}`).map((part) => `${name}/${part}`) : [name],
  );
  return names.flatMap((name) => {
    const manifest = `${folder}/${name}/package.json`;
    const isModules = existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).type === 'module';
    return [...(isModules ? [name] : []), ...packagesOfModules(`${folder}/${name}/node_modules`)];
  });
}

const shared = {
  rootDir: '.',
  cacheDirectory: '<rootDir>/.cache/jest',
  testEnvironment: 'node',
  transform: {
    '^.+\\.(ts|mts)$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }],
    '^.+\\.tsx$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
          target: 'es2022',
        },
      },
    ],
    '^.+\\.(js|mjs)$': ['@swc/jest', { jsc: { target: 'es2022' } }],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${packagesOfModules().join('|')})/)`],
  // What the documents' examples import; that the built package exports it is shown by npm run verify.
  moduleNameMapper: { '^strapi-plugin-commerce-bridge/client$': '<rootDir>/client/src/index.ts' },
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'json', 'node'],
  modulePathIgnorePatterns: [
    '<rootDir>/tests/support/plugin-from-source/package.json',
    '<rootDir>/playground/',
    '<rootDir>/.cache/',
    '<rootDir>/dist/',
  ],
};

const project = (name) => ({
  ...shared,
  displayName: name,
  testMatch: [`<rootDir>/tests/${name}/**/*.test.ts`],
  setupFilesAfterEnv: ['<rootDir>/tests/support/patient-tests.ts'],
});
const slowProject = (name) => ({ ...project(name), setupFilesAfterEnv: ['<rootDir>/tests/support/slow-tests.ts'] });

// Strapi is loaded once for a worker instead of once for a file: docs/decisions/0019-native-packages.md
const integration = {
  ...slowProject('integration'),
  runtime: '<rootDir>/tests/support/native-packages/runtime.mjs',
  testEnvironment: '<rootDir>/tests/support/native-packages/environment.mjs',
};

export default {
  testSequencer: '<rootDir>/tests/support/longest-first.mjs',
  projects: [...['unit', 'contract'].map(project), integration, ...['browser', 'smoke'].map(slowProject)],
};
