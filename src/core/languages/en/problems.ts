import type { ProblemTexts } from '../reasons.ts';

/** English has no texts of its own: the service names problems in English. */
export const problems: ProblemTexts | null = null;
