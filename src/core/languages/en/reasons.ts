import type { ReasonTexts } from '../reasons.ts';

/** English has no texts of its own: the service answers failures in English. */
export const reasons: ReasonTexts | null = null;
