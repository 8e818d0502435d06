/** The public interface of this room. */
export { verificationStart, type VerifiedPiece, type VerifiedUpTo, type VerifyPiece } from './verification';
