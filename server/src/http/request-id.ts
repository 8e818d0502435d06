/** An id sent by a caller that is safe to log and to send back unchanged. */
const saneRequestId = /^[\w.:-]{1,128}$/;

/** The id that a request's response and log lines share: the caller's if it is sane, otherwise a new one. */
export const chooseRequestId = (given: string, createId: () => string): string =>
  saneRequestId.test(given) ? given : createId();
