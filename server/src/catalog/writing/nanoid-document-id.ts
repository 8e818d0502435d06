import { customAlphabet } from 'nanoid';

const letters = 'abcdefghijklmnopqrstuvwxyz';
const letter = customAlphabet(letters, 1);
const lettersAndDigits = customAlphabet(`${letters}0123456789`, 23);

/**
 * An id in the form of Strapi's document service: a letter, then 23 letters and digits. Strapi generates its own with
 * cuid2, which computes a hash for each; that is noticeable when one run makes a hundred thousand.
 */
export function createDocumentId(): string {
  return letter() + lettersAndDigits();
}
