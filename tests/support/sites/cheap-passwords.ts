import { createRequire } from 'node:module';

interface Bcrypt {
  genSalt(rounds: number, done: (error: Error | null, salt: string) => void): void;
}

const bcrypt: Bcrypt = createRequire(require.resolve('@strapi/admin/package.json'))('bcryptjs');
const { genSalt } = bcrypt;
const fewestRounds = 4;

// Strapi's ten rounds cost a tenth of a second of processor time for each new administrator, and for each login.
bcrypt.genSalt = (_rounds, done) => genSalt(fewestRounds, done);
