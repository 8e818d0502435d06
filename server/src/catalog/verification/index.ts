/** What the rest of the server uses of this room. */
export { verificationStart, type VerifiedPiece, type VerifiedUpTo, type VerifyPiece } from './verification';
