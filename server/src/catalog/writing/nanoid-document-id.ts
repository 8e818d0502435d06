import { customAlphabet } from 'nanoid';

const letters = 'abcdefghijklmnopqrstuvwxyz';
const letter = customAlphabet(letters, 1);
const lettersAndDigits = customAlphabet(`${letters}0123456789`, 23);

/**
 * An id of the form that Strapi's document service gives: a letter, then 23 letters and digits. Strapi's own come from
 * cuid2, which hashes for each; that is felt when a hundred thousand are made in one run.
 */
export function createDocumentId(): string {
  return letter() + lettersAndDigits();
}
