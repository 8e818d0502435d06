/** The words with a period, unless they end a sentence already. */
export const asSentence = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`);
