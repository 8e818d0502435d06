import globals from 'globals';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  {
    ignores: [
      '**/node_modules/',
      'dist/',
      '.cache/',
      'playground/',
      'coverage/',
      '**/*.js',
      'docs/',
      'client/src/contract.ts',
    ],
  },
  ...tseslint.configs.strict,
  {
    languageOptions: { globals: globals.node },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-assertions': [
        'error',
        { assertionStyle: 'as', objectLiteralTypeAssertions: 'never' },
      ],
      'max-lines': ['error', { max: 300, skipBlankLines: false, skipComments: false }],
      'max-params': ['error', 3],
      'no-restricted-globals': ['error', { name: 'strapi', message: 'Strapi comes in as an argument.' }],
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    },
  },
  {
    // What joins parts must be readable at a glance.
    files: ['server/src/container.ts', 'server/src/lifecycle.ts', 'server/src/**/create-*.ts'],
    rules: { 'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }] },
  },
);
