import type { AdviceTexts } from '../reasons.ts';

/** English has no texts of its own: the service gives advice in English. */
export const advice: AdviceTexts | null = null;
